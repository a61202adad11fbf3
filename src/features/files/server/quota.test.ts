import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { storageUse, uploadClinicLogo } from "#features/clinics/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { addPatient, deletePatient, editPatient } from "#features/patients/contract.ts";
import { claimReferral, sendReferral } from "#features/referrals/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aPdf, aPng, asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { filesOn } from "./testing-files.ts";

let test: TestApp;
let clinic: TestClinic;
let patient: number;
const files = filesOn(() => ({ test, clinic, patient }));
beforeAll(async () => {
  test = await startOwnApp(
    {
      FILES_QUOTA_GB: "2",
      TRIAL_FILES_QUOTA_GB: "1",
      UNCONFIRMED_QUOTA_MB: "10",
    },
    undefined,
    1,
  );
});
beforeEach(async () => {
  clinic = await aClinic(test);
  patient = await aPatient(test, clinic);
});
afterAll(() => test.close());

const use = (as: string | null = clinic.owner.token) => test.call(storageUse, as);
const send = (bytes = aPdf()) =>
  test.call(uploadFiles, clinic.owner.token, asMultipart([["CBC.pdf", bytes]]));
/** As if its first file were large enough to leave this many bytes. */
const leave = async (left: number) => {
  const { used } = (await use()).json();
  await test.sql(
    "update files set size = size + $2 where clinic_id = $1 and id = (select min(id) from files where clinic_id = $1)",
    [clinic.id, 1e9 - left - used],
  );
};

it("reports the used space only to the owner", async () => {
  const { token } = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
  expect((await use(token)).statusCode).toBe(403);
  expect((await use()).json()).toEqual({ used: 0, quota: 1e9 });
  const bytes = aPdf("one");
  await send(bytes);
  expect((await use()).json()).toEqual({ used: bytes.length, quota: 1e9 });
});

it("has more space once the subscription is active", async () => {
  await test.sql("update clinics set subscription_status = 'active' where id = $1", [clinic.id]);
  expect((await use()).json()).toEqual({ used: 0, quota: 2e9 });
});

it("has less space until the owner has confirmed the email", async () => {
  await test.sql("update users set email_unconfirmed_since = now() where clinic_id = $1 and role = 'owner'", [
    clinic.id,
  ]);
  expect((await use()).json()).toEqual({ used: 0, quota: 1e7 });
});

it("refuses changes once what was written fills the space, but not because of files", async () => {
  await send();
  await leave(0);
  const write = async () => {
    const answer = await test.call(editPatient, clinic.owner.token, {
      params: { id: patient },
      body: { remarks: "Called" },
    });
    return [answer.statusCode, answer.statusCode === 200 ? null : answer.json().code];
  };
  expect(await write()).toEqual([200, null]);
  const full = await aClinic(test);
  await test.sql("insert into written_bytes values ($1, '2026-11-01', 1000000000)", [full.id]);
  const refused = await test.call(addPatient, full.owner.token, {
    body: { patient_name: "Reyes, Ana", sex: "F", age: 30 },
  });
  expect([refused.statusCode, refused.json().code]).toEqual([507, "quota_full"]);
});

it("refuses an upload over the quota with a message, and stores nothing of it", async () => {
  await send();
  await leave(100);
  const refused = await send();
  expect(refused.statusCode).toBe(507);
  expect(refused.json()).toEqual({
    code: "quota_full",
    message:
      "Your clinic can store 1 GB of files and records and 999.9 MB are used, so there is no space for this. Please contact your administrator for more.",
  });
  expect((await use()).json().used).toBe(1e9 - 100);

  await leave(0);
  const logo = await test.call(
    uploadClinicLogo,
    clinic.owner.token,
    asMultipart([["logo.png", aPng()]], "logo"),
  );
  expect(logo.json().code).toBe("quota_full");
  // Another clinic has its own quota.
  clinic = await aClinic(test);
  expect((await send()).statusCode).toBe(200);
});

it("counts the files of a claimed referral, and refuses a claim for which there is no room", async () => {
  const other = await aClinic(test);
  await files.attached();
  const { used: bytes } = (await use()).json();
  const sent = await test.call(sendReferral, clinic.owner.token, {
    params: { id: patient },
    body: { toClinicId: other.id, referralReason: "Echo" },
  });
  const { id } = sent.json();
  const claim = () => test.call(claimReferral, other.owner.token, { params: { id } });
  await test.call(uploadFiles, other.owner.token, asMultipart([["CBC.pdf", aPdf("own")]]));
  const leave = (left: number) =>
    test.sql("update files set size = $2 where clinic_id = $1", [other.id, 1e9 - left]);
  await leave(bytes - 1);
  const refused = await claim();
  expect([refused.statusCode, refused.json().code]).toEqual([507, "quota_full"]);
  await leave(bytes);
  expect((await claim()).statusCode).toBe(200);
});

it("two concurrent uploads cannot use the same space", async () => {
  await send();
  const bytes = aPdf("race");
  await leave(bytes.length);
  // Blocks inserts until each upload waits for one, or has passed the quota check.
  await test.sql("begin");
  await test.sql("lock table files in exclusive mode");
  const sent = Promise.all(Array.from({ length: 4 }, () => send(bytes)));
  const waiting = async () =>
    (
      await test.sql(
        "select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
      )
    ).length;
  await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
  await test.sql("commit");
  const statuses = (await sent).map(({ statusCode }) => statusCode);
  expect(statuses.sort()).toEqual([200, 507, 507, 507]);
  expect((await use()).json().used).toBe(1e9);
});

it("still counts the files of a deleted patient, which are kept", async () => {
  await files.attached();
  const { used } = (await use()).json();
  expect(used).toBeGreaterThan(0);
  const deleted = await test.call(deletePatient, clinic.owner.token, { params: { id: patient } });
  expect(deleted.statusCode).toBe(200);
  expect((await use()).json().used).toBe(used);
});
