import { afterAll, beforeAll, expect } from "vitest";
import type { ClinicScope } from "#server/database/db.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { Planner } from "#test/plans.ts";
import { noPlans, skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import { countWaiting, listAnswered, listReferralsOf, listWaiting } from "./queries.ts";

const it = skipOnCluster(noPlans);

/** Plans as the application's role with row security on, for a clinic to which thousands were referred. */
let test: TestApp;
let planner: Planner;
let clinicId: number;

beforeAll(async () => {
  test = await startOwnApp();
  const [receiver, sender] = [await aClinic(test), await aClinic(test)];
  clinicId = receiver.id;
  const patientId = await aPatient(test, sender);
  await test.sql(
    `insert into referrals (clinic_id, id, side, status, from_clinic_id, to_clinic_id, from_clinic_name, to_clinic_name,
       global_patient_id, original_patient_id, referring_first_name, referring_last_name, referral_reason, patient_name, sex,
       hospital, admission_no, admission_status, date_referred, created_at, updated_at)
     select $1, n, 'received', case when n % 40 = 0 then 'pending' else 'declined' end, $2, $1, 'A', 'B',
       gen_random_uuid(), $3, 'R', 'P', repeat('reason ', 20), 'Reyes, Ana', 'F', 'H', n::text, 'Outpatient', at, at, at
     from generate_series(1, 20000) n, lateral (select timestamptz '2026-01-01' + n * interval '7 minutes' as at) t`,
    [receiver.id, sender.id, patientId],
  );
  await test.sql("analyze referrals");
  planner = await Planner.open(test.databaseUrl, "klinika_app");
});
afterAll(async () => {
  await planner.close();
  await test.close();
});

const plansOf = (work: (clinic: ClinicScope) => Promise<unknown>) => planner.plansOf(clinicId, work);

it.each([
  ["what waits", "referrals_waiting", (clinic: ClinicScope) => listWaiting(clinic, { limit: 25 })],
  ["the count of what waits", "referrals_waiting", countWaiting],
  ["what was answered", "referrals_answered", (clinic: ClinicScope) => listAnswered(clinic, { limit: 10 })],
  [
    "a patient's own",
    "referrals_of_patient",
    (clinic: ClinicScope) => listReferralsOf(clinic, 7, { limit: 10 }),
  ],
] as const)("%s is read in the order of an index", async (_, index, work) => {
  for (const plan of await plansOf(work)) {
    expect(plan).toContain(index);
    expect(plan).not.toContain("Sort");
    expect(plan).not.toContain("Seq Scan");
  }
});
