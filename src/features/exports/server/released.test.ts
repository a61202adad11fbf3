import { afterAll, beforeAll, expect, it } from "vitest";
import { currentUser, login } from "#features/accounts/contract.ts";
import { changePassword } from "#features/accounts/security-contract.ts";
import { addExport, linkExport, listExports } from "#features/exports/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import {
  consoleLog,
  releaseClinic,
  setClinicStatus,
  setClinicSubscription,
} from "#features/platform/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, anAdmin, aPassword, aSession, aStaffMember, type TestUser } from "#test/data/factories.ts";
import { exportDesk } from "./testing-archive.ts";
import { exportQueue } from "./work-exports.ts";

let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  test = await startTestApp();
  admin = await anAdmin(test);
});
afterAll(() => test.close());

const release = (id: number, reason = "The clinic leaves") =>
  test.call(releaseClinic, admin.token, { params: { id }, body: { reason } });

async function aClosedClinic() {
  const clinic = await aClinic(test);
  const staff = await aStaffMember(test, clinic, ["view_patients"]);
  const closed = await test.call(setClinicSubscription, admin.token, {
    params: { id: clinic.id },
    body: { subscriptionStatus: "suspended" },
  });
  expect(closed.statusCode).toBe(200);
  return { clinic, staff };
}
const signIn = (email: string) => test.call(login, null, { body: { email, password: aPassword } });

it("is for administrators, with a reason, logged in the console log and in the clinic's history", async () => {
  const { clinic } = await aClosedClinic();
  const sent = { params: { id: clinic.id }, body: { reason: "The clinic leaves" } };
  expect((await test.call(releaseClinic, null, sent)).statusCode).toBe(401);
  expect((await test.call(releaseClinic, (await aClinic(test)).owner.token, sent)).statusCode).toBe(403);
  expect((await release(clinic.id, " ")).json().fields).toEqual({ reason: "Reason is required" });
  expect((await release(987_654_321)).statusCode).toBe(404);
  expect((await release(clinic.id)).json()).toEqual({ id: clinic.id, until: "2026-12-04T02:42:00.000Z" });
  const history = await test.sql(
    "select event, user_id, changes->>'reason' as reason from record_history where clinic_id = $1",
    [clinic.id],
  );
  expect(history).toContainEqual({ event: "clinic.release", user_id: null, reason: "The clinic leaves" });
  const log = (await test.call(consoleLog, admin.token, {})).json();
  expect(JSON.stringify(log)).toContain("/api/admin/clinics/:id/release");
  await expect(test.sql("delete from clinic_releases")).rejects.toThrow(/append-only/);
});

it("opens the export to the owner, and nothing else to anyone", async () => {
  const { clinic, staff } = await aClosedClinic();
  const { email, token } = clinic.owner;
  expect((await signIn(email)).json()).toMatchObject({ suspended: true });
  expect((await test.call(listExports, token)).json()).toMatchObject({ suspended: true });
  await release(clinic.id);
  const entered = await signIn(email);
  expect(entered.statusCode, entered.body).toBe(200);
  const me = await test.call(currentUser, entered.json().token);
  expect(me.json()).toMatchObject({ suspended: true });
  expect((await test.call(listPatients, token)).json()).toMatchObject({ suspended: true });
  expect((await signIn(staff.email)).json()).toMatchObject({ suspended: true });
  expect((await test.call(currentUser, staff.token)).json()).toMatchObject({ suspended: true });
  // A session from before the suspension works, too.
  const made = await exportDesk(test, clinic).make();
  expect(made.manifest.clinicId).toBe(clinic.id);
  const wrong = { body: { currentPassword: "wrong-password-1", newPassword: "another-password-7" } };
  expect((await test.call(changePassword, token, wrong)).json().suspended).toBeUndefined();
});

it("ends after its days; when the suspension ends, everything is open again", async () => {
  const { clinic } = await aClosedClinic();
  await release(clinic.id);
  const desk = exportDesk(test, clinic);
  const { id } = await desk.start();
  await workQueue(test.app, exportQueue);
  const start = test.app.kit.now();
  test.setNow(new Date(start.getTime() + 15 * 24 * 3_600_000));
  const token = await aSession(test, clinic.owner.id);
  for (const [endpoint, sent] of [
    [listExports, {}],
    [addExport, { body: { hasPapers: false } }],
    [linkExport, { params: { id } }],
  ] as const)
    expect((await test.call(endpoint, token, sent)).json()).toMatchObject({ suspended: true });
  test.setNow(start);
  await test.call(setClinicSubscription, admin.token, {
    params: { id: clinic.id },
    body: { subscriptionStatus: "active" },
  });
  await test.call(setClinicStatus, admin.token, { params: { id: clinic.id }, body: { isActive: true } });
  const again = await aSession(test, clinic.owner.id);
  expect((await test.call(currentUser, again)).json()).toMatchObject({ suspended: false });
  expect((await test.call(listPatients, again)).statusCode).toBe(200);
});
