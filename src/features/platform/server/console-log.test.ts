import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ownSignIns, renewRecoveryCodes } from "#features/accounts/security-contract.ts";
import { jobs } from "#server/jobs/jobs.ts";
import { atInstant, startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, anAdmin, type TestClinic, type TestUser } from "#test/data/factories.ts";
import {
  type ConsoleLogEntry,
  clinicStandingChanges,
  consoleLog,
  platformClinics,
  setClinicStatus,
} from "../contract.ts";

let test: TestApp;
let admin: TestUser;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
  admin = await anAdmin(test);
  clinic = await aClinic(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  atInstant(test, testNow);
  await test.sql("delete from console_log");
});

const read = (token: string | null, query: Record<string, string> = {}) =>
  test.call(consoleLog, token, { query });
const lines = async (): Promise<ConsoleLogEntry[]> => (await read(admin.token)).json();
const calls = async () => (await lines()).map(({ call }) => call);
const minutesLater = (minutes: number) => atInstant(test, new Date(testNow.getTime() + minutes * 60_000));
const activate = () =>
  test.call(setClinicStatus, admin.token, { params: { id: clinic.id }, body: { isActive: true } });

it("is for the administrator, and paged", async () => {
  expect((await read(clinic.owner.token)).statusCode).toBe(403);
  expect((await read(admin.token, { cursor: "x" })).statusCode).toBe(400);
  await test.sql("delete from console_log");
  await activate();
  await activate();
  const first = await read(admin.token, { limit: "1" });
  const rest = await read(admin.token, { limit: "5", cursor: String(first.headers["x-next-cursor"]) });
  expect([...first.json(), ...rest.json()].map(({ call }) => call)).toEqual([
    "GET /api/admin/console-log",
    "PUT /api/admin/clinics/:id/status",
    "PUT /api/admin/clinics/:id/status",
  ]);
});

it("says who called what for which clinic, when and from where", async () => {
  await test.call(clinicStandingChanges, admin.token, { params: { id: clinic.id } });
  const [, line] = await lines();
  expect(line).toMatchObject({
    call: "GET /api/admin/clinics/:id/standing-history",
    aboutId: clinic.id,
    clinicName: expect.stringMatching(/./),
    adminName: expect.stringMatching(/./),
    address: "127.0.0.1",
  });
  expect(Date.parse(line?.at ?? "")).toBe(testNow.getTime());
});

it("has one line for a read repeated within five minutes, and one for each change", async () => {
  await test.call(platformClinics, admin.token);
  await test.call(platformClinics, admin.token);
  minutesLater(4);
  await test.call(platformClinics, admin.token);
  expect(await calls()).toEqual(["GET /api/admin/console-log", "GET /api/admin/clinics"]);
  minutesLater(6);
  await test.call(platformClinics, admin.token);
  await activate();
  await activate();
  expect(await calls()).toEqual([
    "PUT /api/admin/clinics/:id/status",
    "PUT /api/admin/clinics/:id/status",
    "GET /api/admin/clinics",
    "GET /api/admin/console-log",
    "GET /api/admin/clinics",
  ]);
});

it("contains an administrator's changes of their own second factor, and nothing of clinics' people", async () => {
  expect((await test.call(renewRecoveryCodes, clinic.owner.token)).statusCode).toBe(404);
  await test.call(ownSignIns, admin.token);
  await test.call(renewRecoveryCodes, admin.token);
  expect(await calls()).toEqual([
    "GET /api/admin/console-log",
    "POST /api/auth/second-factor/recovery-codes",
  ]);
});

it("refuses a call whose line cannot be written", async () => {
  const note = "note_console_call(bigint, text, bigint, text, text, text, timestamptz)";
  await test.sql(`revoke execute on function ${note} from klinika_app`);
  const answer = await test.call(platformClinics, admin.token);
  await test.sql(`grant execute on function ${note} to klinika_app`);
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain(clinic.owner.email);
});

it("cannot be read or written by the application role, and is kept for one year", async () => {
  const [may] = await test.sql<{ reads: boolean; writes: boolean }>(
    `select has_table_privilege('klinika_app', 'console_log', 'select') as reads,
            has_table_privilege('klinika_app', 'console_log', 'insert, update, delete') as writes`,
  );
  expect(may).toEqual({ reads: false, writes: false });
  await activate();
  await activate();
  await test.sql("update console_log set at = $1 where id = (select min(id) from console_log)", [
    new Date(testNow.getTime() - 367 * 86_400_000),
  ]);
  await jobs.find(({ name }) => name === "sweep the old console log")?.run(test.app, testNow);
  expect(await calls()).toEqual(["GET /api/admin/console-log", "PUT /api/admin/clinics/:id/status"]);
});
