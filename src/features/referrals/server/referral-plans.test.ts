import { Client } from "pg";
import { afterAll, beforeAll, expect, test as it } from "vitest";
import type { Clinic } from "#server/db.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/factories.ts";
import { recordQueries } from "#test/recorded-queries.ts";
import { listAnswered, listReferralsOf, listWaiting } from "./queries.ts";

/** Plans as the application's role with row security on, for a clinic to which thousands were referred. */
let test: TestApp;
let client: Client;
let clinicId: number;

beforeAll(async () => {
  test = await startTestApp();
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
  client = new Client({ connectionString: test.databaseUrl });
  await client.connect();
  await client.query("set role klinika_app");
  await client.query("select set_config('app.clinic_id', $1, false)", [String(receiver.id)]);
});
afterAll(async () => {
  await client.end();
  await test.close();
});

const literal = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`;

/** For these values, and for any values, as a statement that is kept gets planned in the end. */
async function plansOf(work: (clinic: Clinic) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const [query] = await recordQueries(clinicId, work);
  if (!query) throw new Error("Nothing was asked.");
  await client.query(`prepare shown as ${query.sql}`);
  for (const mode of ["force_custom_plan", "force_generic_plan"]) {
    await client.query(`set plan_cache_mode = ${mode}`);
    const { rows } = await client.query(`explain execute shown(${query.parameters.map(literal).join(", ")})`);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  await client.query("deallocate shown");
  return plans;
}

it.each([
  ["what waits", "referrals_waiting", (clinic: Clinic) => listWaiting(clinic, { limit: 25 })],
  ["what was answered", "referrals_answered", (clinic: Clinic) => listAnswered(clinic, { limit: 10 })],
  ["a patient's own", "referrals_of_patient", (clinic: Clinic) => listReferralsOf(clinic, 7, { limit: 10 })],
] as const)("%s is read in the order of an index", async (_, index, work) => {
  for (const plan of await plansOf(work)) {
    expect(plan).toContain(index);
    expect(plan).not.toContain("Sort");
    expect(plan).not.toContain("Seq Scan");
  }
});
