import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { saveProfile } from "#features/accounts/security-contract.ts";
import { saveClinicSettings } from "#features/clinics/contract.ts";
import { availableClinics, sendReferral } from "#features/referrals/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, anAdmin, aPatient, type TestClinic, type TestUser } from "#test/data/factories.ts";
import { clinicStandingChanges, platformClinics, setClinicVerified } from "../contract.ts";

let test: TestApp;
let admin: TestUser;
let clinic: TestClinic;
let sender: TestClinic;
beforeAll(async () => {
  test = await startOwnApp({ REFERRALS_TO: "verified" });
  admin = await anAdmin(test);
  clinic = await aClinic(test);
  sender = await aClinic(test);
});
afterAll(() => test.close());

const verify = (isVerified: unknown, token: string | null = admin.token, id = clinic.id) =>
  test.call(setClinicVerified, token, { params: { id }, body: { isVerified } });
const shown = async () =>
  (await test.call(platformClinics, admin.token)).json().find(({ id }: { id: number }) => id === clinic.id);
const isListed = async () =>
  (await test.call(availableClinics, sender.owner.token))
    .json()
    .some(({ id }: { id: number }) => id === clinic.id);
const refer = async () =>
  test.call(sendReferral, sender.owner.token, {
    params: { id: await aPatient(test, sender) },
    body: { toClinicId: clinic.id, referralReason: "Echocardiography" },
  });

it("is 404 for an unknown clinic", async () => {
  expect((await verify(true, clinic.owner.token)).statusCode).toBe(403);
  expect((await verify(true, admin.token, 987_654_321)).statusCode).toBe(404);
  expect((await verify("yes")).statusCode).toBe(400);
});

it("where only verified clinics receive referrals, no other is listed or accepted", async () => {
  expect(await isListed()).toBe(false);
  expect((await refer()).statusCode).toBe(400);
  expect((await verify(true)).json().verifiedAt).not.toBeNull();
  expect((await shown()).verifiedAt).not.toBeNull();
  expect(await isListed()).toBe(true);
  expect((await refer()).statusCode).toBe(200);
});

it.each([
  [
    "another name of the clinic",
    () => test.call(saveClinicSettings, clinic.owner.token, { body: { name: "St. X Clinic" } }),
  ],
  [
    "another name of its owner",
    () => test.call(saveProfile, clinic.owner.token, { body: { lastName: "Peñaflor-Uy" } }),
  ],
  [
    "another license number",
    () => test.call(saveProfile, clinic.owner.token, { body: { licenseNumber: "0000001" } }),
  ],
])("%s ends it, and is noted", async (_, change) => {
  await verify(true);
  expect((await change()).statusCode).toBe(200);
  expect((await shown()).verifiedAt).toBeNull();
  const [last] = (await test.call(clinicStandingChanges, admin.token, { params: { id: clinic.id } })).json();
  expect(last).toMatchObject({ what: "isVerified", was: "verified", isNow: "unverified" });
});

it("each change by an administrator is logged once", async () => {
  const noted = async () =>
    (await test.call(clinicStandingChanges, admin.token, { params: { id: clinic.id } })).json().length;
  await verify(false);
  const before = await noted();
  await verify(true);
  await verify(false);
  expect(await noted()).toBe(before + 2);
});

it("other changes leave the mark", async () => {
  await verify(true);
  await test.call(saveClinicSettings, clinic.owner.token, { body: { address: "12 Mango Avenue" } });
  await test.call(saveProfile, clinic.owner.token, { body: { specialization: "Cardiology" } });
  expect((await shown()).verifiedAt).not.toBeNull();
});

it("cannot be set by the application role", async () => {
  const standing = [
    "verified_at = now()",
    "is_active = true",
    "subscription_status = 'active'",
    "monthly_fee = 0",
  ];
  await verify(false);
  await test.sql(
    "update clinics set is_active = false, subscription_status = 'trial', monthly_fee = 5 where id = $1",
    [clinic.id],
  );
  const scope = test.app.kit.databases.openClinic({
    clinicId: clinic.id,
    userId: clinic.owner.id,
    ownerUserId: null,
    event: "patient.update",
  });
  for (const change of standing)
    await expect(
      sql`update clinics set ${sql.raw(change)} where id = ${clinic.id}`.execute(scope.db),
    ).rejects.toThrow(/only an administrator|permission denied/);
});
