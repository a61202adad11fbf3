import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { login } from "#features/accounts/contract.ts";
import { atInstant, startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPassword, type TestClinic } from "#test/data/factories.ts";
import { waitSeconds } from "./guess-limit.ts";

const later = (seconds: number) => new Date(testNow.getTime() + seconds * 1000);

describe("how long the next guess waits", () => {
  const wait = (recent: number, inADay = recent, now = testNow) =>
    waitSeconds({ recent, inADay, lastAt: testNow }, 10, now);

  it.each([
    [0, 0],
    [9, 0],
    [10, 30],
    [11, 60],
    [12, 120],
    [14, 480],
    [15, 900],
    [49, 900],
  ])("after %i failures: %i seconds", (failures, seconds) => {
    expect(wait(failures)).toBe(seconds);
  });

  it("counts down from the last failure", () => {
    expect(wait(10, 10, later(20))).toBe(10);
    expect(wait(10, 10, later(30))).toBe(0);
    expect(wait(10, 10, later(4000))).toBe(0);
  });

  it("is the longest for guesses spread over the day", () => {
    expect(wait(0, 49)).toBe(0);
    expect(wait(0, 50)).toBe(900);
  });

  it("stays short when the clock was set back", () => {
    expect(wait(10, 10, later(-86_400))).toBe(30);
    expect(wait(9, 9, later(-86_400))).toBe(0);
  });

  it("is zero without failures", () => {
    expect(waitSeconds({ recent: 0, inADay: 0, lastAt: null }, 10, testNow)).toBe(0);
  });
});

describe("signing in", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startOwnApp({ TRUST_PROXY: "1", FAILED_SIGN_INS_PER_ADDRESS: "30" });
  });
  afterAll(() => test.close());

  let addresses = 0;
  const anAddress = () => `203.0.113.${++addresses}`;
  const enter = (email: string, password: string, from: string, cookie?: string) =>
    test.call(login, null, {
      body: { email, password },
      headers: {
        "x-forwarded-for": from,
        ...(cookie && { cookie, host: "klinika.test", origin: "http://klinika.test" }),
      },
    });
  const fail = async (email: string, times: number, from: string, cookie?: string) => {
    for (let time = 0; time < times; time++) await enter(email, "not-the-password", from, cookie);
  };

  it("the eleventh guess waits, longer each time, and the right password resets it", async () => {
    const { owner } = await aClinic(test);
    const from = anAddress();
    await fail(owner.email, 9, from);
    expect((await enter(owner.email, "not-the-password", from)).statusCode).toBe(401);

    const refused = await enter(owner.email, aPassword, anAddress());
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("30");
    expect(refused.json()).toMatchObject({
      code: "too_many",
      message: "Too many failed attempts. Please try again in 30 seconds.",
    });

    atInstant(test, later(30));
    expect((await enter(owner.email, "not-the-password", from)).statusCode).toBe(401);
    const longer = await enter(owner.email, "not-the-password", from);
    expect(longer.headers["retry-after"]).toBe("60");

    atInstant(test, later(90));
    expect((await enter(owner.email, aPassword, from)).statusCode).toBe(200);
    await fail(owner.email, 9, from);
    expect((await enter(owner.email, "not-the-password", from)).statusCode).toBe(401);
  });

  it("attempts during the wait do not extend it", async () => {
    const { owner } = await aClinic(test);
    const from = anAddress();
    await fail(owner.email, 15, from);
    atInstant(test, later(30));
    expect((await enter(owner.email, aPassword, from)).statusCode).toBe(200);
  });

  it("an unknown email is limited in the same way", async () => {
    const from = anAddress();
    await fail("nobody@nowhere.test", 10, from);
    const refused = await enter("nobody@nowhere.test", "not-the-password", from);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("30");
  });

  it("concurrent guesses count like sequential ones", async () => {
    const { owner } = await aClinic(test);
    const from = anAddress();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => enter(owner.email, "not-the-password", from)),
    );
    const checked = answers.filter(({ statusCode }) => statusCode === 401);
    expect(checked).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
  });

  it("the right password from an unknown device succeeds half a minute later, however many others guess", async () => {
    const { owner } = await aClinic(test);
    const attackers = Array.from({ length: 12 }, anAddress);
    for (const attacker of attackers) await fail(owner.email, 2, attacker);
    const doctor = anAddress();
    expect((await enter(owner.email, aPassword, doctor)).headers["retry-after"]).toBe("30");

    for (const [second, left] of [
      [10, "20"],
      [29, "1"],
    ] as const) {
      atInstant(test, later(second));
      for (const attacker of [...attackers, anAddress()]) await fail(owner.email, 1, attacker);
      expect((await enter(owner.email, aPassword, doctor)).headers["retry-after"]).toBe(left);
    }
    atInstant(test, later(30));
    expect((await enter(owner.email, aPassword, doctor)).statusCode).toBe(200);
  });

  it("a network has one guess per wait, however many it sends", async () => {
    const { owner } = await aClinic(test);
    for (let each = 0; each < 10; each++) await fail(owner.email, 1, anAddress());
    const from = anAddress();
    await fail(owner.email, 3, from);
    atInstant(test, later(30));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => enter(owner.email, "not-the-password", from)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(1);
    expect((await enter(owner.email, aPassword, from)).headers["retry-after"]).toBe("30");
  });

  it.each([
    ["made up", () => "a".repeat(43)],
    ["with another's signature", (real: string) => `${"a".repeat(43)}.${real.split(".")[1]}`],
    ["without its signature", (real: string) => real.split(".")[0] ?? ""],
  ])("a device cookie that is %s is not accepted, and a sign-in replaces it", async (_, cookieFrom) => {
    const { owner } = await aClinic(test);
    const [desk, elsewhere] = [anAddress(), anAddress()];
    const sent = (answer: { cookies: { name: string; value: string }[] }) =>
      answer.cookies.find(({ name }) => name === "klinika_device")?.value ?? "";
    const forged = cookieFrom(sent(await enter(owner.email, aPassword, desk)));
    const given = sent(await enter(owner.email, aPassword, desk, `klinika_device=${forged}`));
    expect(given.split(".")[0]).not.toBe(forged.split(".")[0]);
    await fail(owner.email, 10, elsewhere);
    expect((await enter(owner.email, aPassword, desk, `klinika_device=${forged}`)).statusCode).toBe(429);
    expect((await enter(owner.email, aPassword, desk, `klinika_device=${given}`)).statusCode).toBe(200);
  });

  it("a known device is not blocked by guesses from elsewhere", async () => {
    const { owner } = await aClinic(test);
    const desk = anAddress();
    const first = await enter(owner.email, aPassword, desk);
    const device = first.cookies.find(({ name }) => name === "klinika_device");
    const cookie = `klinika_device=${device?.value}`;
    await fail(owner.email, 10, anAddress());
    expect((await enter(owner.email, aPassword, desk)).statusCode).toBe(429);
    expect((await enter(owner.email, aPassword, desk, cookie)).statusCode).toBe(200);
  });

  it("a known device has a limit of its own", async () => {
    const { owner } = await aClinic(test);
    const desk = anAddress();
    const first = await enter(owner.email, aPassword, desk);
    const cookie = `klinika_device=${first.cookies.find(({ name }) => name === "klinika_device")?.value}`;
    await fail(owner.email, 10, desk, cookie);
    expect((await enter(owner.email, aPassword, desk, cookie)).statusCode).toBe(429);
  });

  it("a device known to one account is unknown to another", async () => {
    const mine = await aClinic(test);
    const other = await aClinic(test);
    const from = anAddress();
    const first = await enter(mine.owner.email, aPassword, from);
    const cookie = `klinika_device=${first.cookies.find(({ name }) => name === "klinika_device")?.value}`;
    await fail(other.owner.email, 10, anAddress());
    expect((await enter(other.owner.email, aPassword, from, cookie)).statusCode).toBe(429);
  });

  it("a right password of a suspended clinic also resets the count", async () => {
    const { id, owner } = await aClinic(test);
    await test.sql("update clinics set subscription_status = 'suspended' where id = $1", [id]);
    const from = anAddress();
    await fail(owner.email, 9, from);
    expect((await enter(owner.email, aPassword, from)).statusCode).toBe(403);
    await fail(owner.email, 9, from);
    expect((await enter(owner.email, "not-the-password", from)).statusCode).toBe(401);
  });

  it("an address that guesses at many accounts is blocked, successes do not count, others are unaffected", async () => {
    const clinics: TestClinic[] = [];
    for (let made = 0; made < 6; made++) clinics.push(await aClinic(test));
    const from = anAddress();
    const [first] = clinics;
    for (let time = 0; time < 35; time++)
      expect((await enter(first?.owner.email ?? "", aPassword, from)).statusCode).toBe(200);
    for (const { owner } of clinics) await fail(owner.email, 5, from);
    expect((await enter(first?.owner.email ?? "", aPassword, from)).statusCode).toBe(429);
    expect((await enter(first?.owner.email ?? "", aPassword, anAddress())).statusCode).toBe(200);
  });

  it("stores only hashes of accounts and addresses", async () => {
    const rows = await test.sql<{ size: number }>(
      "select distinct length(key) as size from sign_in_failures",
    );
    expect(rows).toEqual([{ size: 32 }]);
  });
});
