import { afterAll, beforeAll, expect } from "vitest";
import { readGrowth } from "#features/growth/server/patient-growth.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { Planner } from "#test/plans.ts";
import { noPlans, skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import { findLatestVitals } from "./queries.ts";
import { listVitalSignReadings } from "./vital-sign-readings.ts";

const it = skipOnCluster(noPlans);

/** Plans as the application's role with row security on: of many consultations few have vital signs, some in error. */
let test: TestApp;
let planner: Planner;
let clinicId: number;
let patientId: number;

beforeAll(async () => {
  test = await startOwnApp();
  const clinic = await aClinic(test);
  clinicId = clinic.id;
  patientId = await aPatient(test, clinic);
  const others = await Promise.all(Array.from({ length: 20 }, () => aPatient(test, clinic)));
  await test.sql("set session_replication_role = replica");
  await test.sql(
    `insert into consultations (clinic_id, patient_id, secretary_id, vital_signs, vitals_in_error_at, vitals_in_error_by_id,
                                vitals_in_error_reason, created_at)
     select $1, ($3::bigint[])[1 + n % 21], $2, case when n % 4 = 0 then '{"pulse": 80}'::jsonb end,
       case when n % 40 = 0 then now() end, case when n % 40 = 0 then $2::bigint end, case when n % 40 = 0 then 'Typed wrong' end,
       timestamptz '2026-01-01' + n * interval '5 minutes'
     from generate_series(1, 20000) n`,
    [clinic.id, clinic.owner.id, [patientId, ...others]],
  );
  await test.sql("set session_replication_role = origin");
  await test.sql("analyze consultations");
  planner = await Planner.open(test.databaseUrl, "klinika_app");
});
afterAll(async () => {
  await planner.close();
  await test.close();
});

it.each<[string, string, (clinic: ClinicScope) => Promise<unknown>]>([
  ["the latest", "Index Scan using consultations_vitals", (clinic) => findLatestVitals(clinic, patientId)],
  [
    "a child's measurements",
    "consultations_vitals",
    (clinic) => readGrowth(clinic, patientId, { at: undefined, now: testNow }),
  ],
  [
    "all readings",
    "consultations_vitals",
    (clinic) => listVitalSignReadings(clinic, patientId, { limit: 60 }),
  ],
])("%s of a patient are read by an index", async (_, index, work) => {
  for (const plan of await planner.plansOf(clinicId, work)) {
    expect(plan).toContain(index);
    expect(plan).not.toContain("Seq Scan on consultations");
  }
});

it("when a patient was recorded last is read in the order of an index", async () => {
  const plan = await planner.explain(
    `select c.created_at from consultations c
     where c.clinic_id = $1 and c.patient_id = $2
       and (c.consultation_type <> 'Vitals' or (c.vitals_in_error_at is null and c.secretary_id is not null))
     order by c.created_at desc limit 1`,
    [clinicId, patientId],
    "generic",
    "bigint, bigint",
  );
  expect(plan).toContain("consultations_of_patient");
  expect(plan).not.toContain("Sort");
});
