import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { login, logout } from "#features/accounts/contract.ts";
import { saveProfile } from "#features/accounts/security-contract.ts";
import { sendContactMessage } from "#features/contact/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { listPatients, onePatient } from "#features/patients/contract.ts";
import { addTask } from "#features/tasks/contract.ts";
import { rateLimiter, sharedLimits } from "#server/http/shared-limits.ts";
import { atInstant, startOwnApp, type TestApp, testNow } from "./app.ts";
import { aClinic, aPassword, aPatient, type TestClinic } from "./data/factories.ts";

/** Two Klinikas on one database, called alternately: limits and views of one apply in the other. */
let app: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  app = await startOwnApp(
    {
      TRUST_PROXY: "1",
      CHANGES_PER_MINUTE: "5",
      CONTACT_MESSAGES_PER_HOUR: "2",
      FAILED_SIGN_INS_PER_ACCOUNT: "3",
    },
    undefined,
    2,
  );
});
afterAll(() => app.close());

const statuses = async (times: number, ask: () => Promise<{ statusCode: number }>) => {
  const all: number[] = [];
  for (let n = 0; n < times; n += 1) all.push((await ask()).statusCode);
  return all;
};
const task = { title: "Call the laboratory" };

describe("of two processes", () => {
  test("both know a session, and that it ended", async () => {
    clinic = await aClinic(app);
    const { token } = clinic.owner;
    expect(await statuses(2, () => app.call(listPatients, token))).toEqual([200, 200]);
    await app.call(logout, token);
    expect(await statuses(2, () => app.call(listPatients, token))).toEqual([401, 401]);
  });

  test("changes per minute are counted together, whichever process gets them", async () => {
    const { owner } = await aClinic(app);
    const answers = await statuses(4, () => app.call(addTask, owner.token, { body: task }));
    answers.push(
      ...(await statuses(2, () =>
        app.call(saveProfile, owner.token, { body: { specialization: "Cardiology" } }),
      )),
    );
    expect(answers.slice(0, 4)).toEqual([200, 200, 200, 200]);
    expect(answers.at(-1)).toBe(429);
  });

  test("wrong passwords and contact messages are counted together", async () => {
    const { owner } = await aClinic(app);
    const guess = (password: string) => app.call(login, null, { body: { email: owner.email, password } });
    expect(await statuses(4, () => guess("not-that-one"))).toEqual([401, 401, 401, 429]);
    expect((await guess(aPassword)).statusCode).toBe(429);
    const message = { name: "Ana", email: "ana@reyes.test", subject: "Hello", message: "Is it free?" };
    const headers = { "x-forwarded-for": "203.0.113.7" };
    const send = () => app.call(sendContactMessage, null, { body: message, headers });
    expect(await statuses(3, send)).toEqual([200, 200, 429]);
  });

  test("an idempotency key runs once, and the other process repeats its response", async () => {
    const { owner } = await aClinic(app);
    const send = () => app.call(addTask, owner.token, { body: task, headers: { "idempotency-key": "once" } });
    const [first, second] = [await send(), await send()];
    expect(second.body).toBe(first.body);
    expect(second.headers["idempotency-replayed"]).toBe("true");
  });

  test("an unchanged response is unchanged for both", async () => {
    const { owner } = await aClinic(app);
    const first = await app.call(notifications, owner.token);
    const headers = { "if-none-match": String(first.headers.etag) };
    expect(await statuses(2, () => app.call(notifications, owner.token, { headers }))).toEqual([304, 304]);
  });

  test("a view is recorded once in five minutes, also when both show the record at the same moment", async () => {
    const by = await aClinic(app);
    const id = await aPatient(app, by);
    const views = async () => {
      await app.app.kit.views.flush();
      return app.sql("select 1 from record_history where patient_id = $1 and event = 'patient.view'", [id]);
    };
    const open = () => app.call(onePatient, by.owner.token, { params: { id } });
    await Promise.all([open(), open(), open(), open()]);
    expect(await views()).toHaveLength(1);
    atInstant(app, new Date(testNow.getTime() + 300_000));
    await Promise.all([open(), open()]);
    expect(await views()).toHaveLength(2);
  });
});

describe("a limit", () => {
  const at = { ms: testNow.getTime() };
  const counter = () => {
    const Store = sharedLimits(rateLimiter(app.app.kit.databases, () => at.ms));
    const store = new Store();
    return (key: string, max: number) =>
      new Promise<{ current: number; ttl: number } | undefined>((resolve, reject) =>
        store.incr(key, (error, counted) => (error ? reject(error) : resolve(counted)), 60_000, max),
      );
  };

  test("below a hundred is exact, with any number of concurrent requests", async () => {
    const [one, other] = [counter(), counter()];
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other)("exact", 10)),
    );
    expect(counts.filter((counted) => counted && counted.current <= 10)).toHaveLength(10);
  });

  test("of hundreds is exceeded by at most 2% for each further process", async () => {
    const [one, other] = [counter(), counter()];
    let passed = 0;
    for (let n = 0; n < 700; n += 1) {
      const counted = await (n % 2 ? one : other)("many", 600);
      if (counted && counted.current <= 600) passed += 1;
    }
    expect(passed).toBeGreaterThanOrEqual(600);
    expect(passed).toBeLessThanOrEqual(612);
  });

  test("starts again for both when its period is over", async () => {
    const [one, other] = [counter(), counter()];
    for (let n = 0; n < 3; n += 1) await one("expires", 2);
    at.ms += 59_000;
    expect(await other("expires", 2)).toEqual({ current: 3, ttl: 1000 });
    at.ms += 1000;
    expect(await other("expires", 2)).toEqual({ current: 1, ttl: 60_000 });
    expect(await one("expires", 2)).toMatchObject({ current: 2 });
  });
});
