import { afterAll, beforeAll, expect, it } from "vitest";
import { deviceInWords } from "#server/auth/device-in-words.ts";
import { jobs } from "#server/jobs/jobs.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, anAdmin, aPassword, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { currentUser, login } from "../contract.ts";
import {
  clinicSignIns,
  type Device,
  devices,
  endDevice,
  endOtherDevices,
  endStaffDevice,
  ownSignIns,
  platformSignIns,
  type SignInEntry,
  staffDevices,
} from "../security-contract.ts";

let test: TestApp;
let clinic: TestClinic;
let next: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
  next = await aClinic(test);
});
afterAll(() => test.close());

const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1";

async function signIn(email: string, userAgent: string, password = aPassword): Promise<string> {
  const answer = await test.app.inject({
    method: login.method,
    url: login.path,
    headers: { "user-agent": userAgent },
    payload: { email, password },
  });
  return answer.json().token;
}
const isAlive = async (token: string) => (await test.call(currentUser, token)).statusCode === 200;
const list = async (token: string): Promise<Device[]> => (await test.call(devices, token)).json();

it("needs a session; the clinic's list is for the owner, all of them for the admin", async () => {
  expect((await test.call(devices, null)).statusCode).toBe(401);
  const staff = await aStaffMember(test, clinic, []);
  expect((await test.call(staffDevices, staff.token)).statusCode).toBe(403);
  expect((await test.call(clinicSignIns, staff.token)).statusCode).toBe(403);
  expect((await test.call(platformSignIns, clinic.owner.token)).statusCode).toBe(403);
});

it("another user's session is not found, and is not ended", async () => {
  const staff = await aStaffMember(test, clinic, []);
  const token = await signIn(staff.email, windows);
  const id = (await list(token))[0]?.id ?? 0;
  const params = { id };
  expect((await test.call(endDevice, clinic.owner.token, { params })).statusCode).toBe(404);
  expect((await test.call(endStaffDevice, next.owner.token, { params })).statusCode).toBe(404);
  expect(await isAlive(token)).toBe(true);
});

it("a user sees their own devices by name, ends one, and all others", async () => {
  const staff = await aStaffMember(test, clinic, []);
  const desk = await signIn(staff.email, windows);
  const phone = await signIn(staff.email, iphone);
  const seen = await list(desk);
  expect(seen).toContainEqual(
    expect.objectContaining({ device: "Chrome on Windows", isThis: true, address: "127.0.0.1" }),
  );
  const other = seen.find(({ device }) => device === "Safari on iPhone");
  expect(other?.isThis).toBe(false);
  expect((await test.call(endDevice, desk, { params: { id: other?.id ?? 0 } })).statusCode).toBe(200);
  expect(await isAlive(phone)).toBe(false);
  const again = await signIn(staff.email, iphone);
  await test.call(endOtherDevices, desk);
  expect([await isAlive(again), await isAlive(staff.token), await isAlive(desk)]).toEqual([
    false,
    false,
    true,
  ]);
});

it("the owner sees and ends the staff's", async () => {
  const staff = await aStaffMember(test, next, []);
  const token = await signIn(staff.email, windows);
  const seen: Device[] = (await test.call(staffDevices, next.owner.token)).json();
  const found = seen.find(({ device }) => device === "Chrome on Windows");
  expect(found?.userName).toBe("Marites Bañez");
  await test.call(endStaffDevice, next.owner.token, { params: { id: found?.id ?? 0 } });
  expect(await isAlive(token)).toBe(false);
});

it("sign-ins, also failed ones, are listed for the user, the clinic and the admin for a year", async () => {
  const own = await aClinic(test);
  const staff = await aStaffMember(test, own, []);
  await signIn(staff.email, windows, "not-the-password");
  const token = await signIn(staff.email, windows);
  await signIn("nobody-at-all@nowhere.test", iphone);
  const read = async (endpoint: typeof ownSignIns, as: string, query = {}): Promise<SignInEntry[]> =>
    (await test.call(endpoint, as, { query })).json();
  expect((await read(ownSignIns, token)).map(({ isRight }) => isRight)).toEqual([true, false]);
  expect((await read(clinicSignIns as never, own.owner.token)).map(({ userName }) => userName)).toEqual([
    "Marites Bañez",
    "Marites Bañez",
  ]);
  const first = await test.call(ownSignIns, token, { query: { limit: "1" } });
  const cursor = String(first.headers["x-next-cursor"]);
  expect((await read(ownSignIns, token, { limit: "1", cursor })).map(({ isRight }) => isRight)).toEqual([
    false,
  ]);
  expect((await test.call(ownSignIns, token, { query: { cursor: "x" } })).statusCode).toBe(400);
  const admin = await anAdmin(test);
  const [unknown] = await read(platformSignIns as never, admin.token);
  expect(unknown).toMatchObject({ userName: null, isRight: false, device: "Safari on iPhone" });
  const [row] = await test.sql<{ text: string }>("select string_agg(s::text, ' ') as text from sign_ins s");
  expect(row?.text).not.toContain("nowhere.test");

  await test.sql("update sign_ins set at = $1 where user_id = $2", [
    new Date(testNow.getTime() - 367 * 86_400_000),
    staff.id,
  ]);
  await jobs.find(({ name }) => name === "sweep old sign-ins")?.run(test.app, testNow);
  expect(await read(ownSignIns, token)).toEqual([]);
});

it.each([
  ["", "Unknown device"],
  ["curl/8.0", "Unknown device"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["Mozilla/5.0 (Linux; Android 15) Chrome/150.0 Mobile Safari/537.36 EdgA/150.0", "Edge on Android"],
])("%s is %s", (text, words) => {
  expect(deviceInWords(text)).toBe(words);
});
