import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { deletePatient } from "#features/patients/contract.ts";
import { claimReferral } from "#features/referrals/contract.ts";
import { runOperation } from "#operations/run-operation.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aSession } from "#test/data/factories.ts";
import { seededClinic } from "#test/safety/seeded-records.ts";
import { invariants } from "./check-data.ts";
import { referenceInvariants } from "./references.ts";

let test: TestApp;
let client: Client;
beforeAll(async () => {
  test = await startOwnApp();
  await seededClinic(test);
  client = new Client({ connectionString: test.databaseUrl });
  await client.connect();
  if (inject("machines").length > 1) await client.query("set citus.propagate_set_commands = 'local'");
});
afterAll(async () => {
  await client.end();
  await test.close();
});

const checkData = () =>
  runOperation(["check-data"], { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir }, () => undefined);

/** The rows found after damage that bypasses triggers and foreign keys; rolled back afterwards. */
async function foundAfter(damage: string, violations: string): Promise<unknown[]> {
  await client.query("begin");
  try {
    await client.query("set local session_replication_role = replica");
    await client.query(damage);
    return (await client.query(violations)).rows;
  } finally {
    await client.query("rollback");
  }
}

/** What violates each invariant, by the beginning of its description. */
const damages: Record<string, string> = {
  "Row-level security is": "alter table tasks disable row level security",
  "Every constraint is": "alter table visits disable trigger user",
  "No number in bills": "delete from bill_counters",
  "No number in clinic_papers": "update clinic_papers set number = '2026-' || (90000 + id)::text",
  "No queue number": "update queue_counters set count = 0",
  "No id is above": "update patients set id = 140737488355328 where id = (select max(id) from patients)",
  "The charges of a bill": "update bills set lines = lines || lines",
  "The paid amount of a bill": "delete from payments",
  "A payment belongs": "update payments set patient_id = patient_id + 1",
  "The amount of a patient": "update patients set amount = amount + 1 where is_billed",
  "A closed statement": "update statements set share = share + 1",
  "No two closed statements": `insert into statements select (jsonb_populate_record(s, '{"id": 1}')).* from statements s`,
  "Every line of a bill": "update statement_entries set discount = discount + 1 where payment_id is null",
  "A line of one doctor": "update statement_entries set hmo_part = hmo_part - 1 where payment_id is not null",
  "What doctors have of a payment": "update statement_entries set day = day + 1 where payment_id is not null",
  "The expected cash": "update day_closings set expected = expected + 1",
  "The allergy text": "update allergies set state = 'replaced'",
  "The diagnosis in": "update patients set visit_diagnosis = 'Flu' where visit_diagnosis is not null",
  "Search text": "update patients set patient_name = 'Somebody, Else'",
  "An admitted patient": "delete from admissions",
  "Every laboratory file": "update patients set laboratory_files = '{}'",
  "The record's list of laboratory": "update files set removed_at = now() where category = 'laboratory'",
  "Every imaging file": "update files set category = 'imaging' where category is not null",
  "The record's list of imaging": `update patients p set imaging_files = array[f.path] from files f
    where f.clinic_id = p.clinic_id and f.patient_id = p.id`,
  "Every other file": "update files set category = 'other' where category is not null",
  "The record's list of other": `update patients p set other_files = array[f.path] from files f
    where f.clinic_id = p.clinic_id and f.patient_id = p.id`,
  "A record that was merged": "update merges set other_id = survivor_id",
  "A deleted patient": `update sealed_records s set patient_id = (select max(id) from patients p where p.clinic_id = s.clinic_id)`,
  "The record history has": "delete from record_history where entity = 'patients'",
  "A released prescription": "update prescriptions set status = 'final', released_at = null",
  "Rows of prescriptions": `update prescriptions t set signature_id = null, released_by_id =
    (select max(id) from users u where u.clinic_id = t.clinic_id and u.role <> 'owner') where released_at is not null`,
  "Rows of clinic_papers": `update clinic_papers t set signature_id = null, released_by_id =
    (select max(id) from users u where u.clinic_id = t.clinic_id and u.role <> 'owner') where released_at is not null`,
  "Rows of consultation_diagnoses": "update consultations set confidential_to_id = secretary_id",
  "Rows of consultation_addenda": "update consultations set confidential_to_id = secretary_id",
  "Rows of requested_items": "update clinic_papers set confidential_to_id = prepared_by_id",
  "Rows of medicine_stops": "update prescriptions set confidential_to_id = prepared_by_id",
  "A referral between clinics": "delete from referrals where side = 'received'",
  "Every clinic has one owner": "update users set role = 'staff' where role = 'owner'",
  "The owner and the doctors of a clinic": "delete from practitioners",
  "Nobody is signed in": "update users set is_active = false",
  "Every account has a password": "delete from credentials",
};

it("finds nothing in a clinic with a row of every kind, and says how many checks it ran", async () => {
  expect(await checkData()).toEqual([expect.stringMatching(/^All \d{3} checks passed\.$/)]);
});

it("every invariant has a case here that violates it", () => {
  const missing = invariants.filter(
    ({ description }) => !Object.keys(damages).some((start) => description.startsWith(start)),
  );
  expect(missing).toEqual([]);
});

it.each(Object.entries(damages))("%s…", async (start, damage) => {
  const invariant = invariants.find(({ description }) => description.startsWith(start));
  const found = await foundAfter(damage, invariant?.violations ?? "");
  expect(found.length).toBeGreaterThan(0);
  expect(found[0]).toEqual({
    clinic_id: expect.toBeOneOf([expect.anything(), null]),
    row: expect.any(String),
    found: expect.any(String),
  });
});

it("finds rows whose reference does not exist", async () => {
  const all = await referenceInvariants(client);
  const places = all.find(
    ({ description }) => description === "Every clinic_id, place_id of visits exists in places.",
  );
  expect(await foundAfter("delete from places", places?.violations ?? "")).toContainEqual(
    expect.objectContaining({ row: expect.stringMatching(/^visits \d+, \d+$/), found: "not in places" }),
  );
});

it("finds nothing after either clinic deleted a referred patient, and after the operator restored one", async () => {
  const sent = await test.sql<{ id: string; owner: string }>(
    `select r.id, u.id as owner from referrals r join users u on u.clinic_id = r.clinic_id and u.role = 'owner'
     where r.side = 'received' and r.status = 'pending'`,
  );
  for (const { id, owner } of sent)
    await test.call(claimReferral, await aSession(test, Number(owner)), { params: { id: Number(id) } });
  const referred = await test.sql<{ clinic_id: string; patient_id: string; owner: string }>(
    `select distinct r.clinic_id, r.patient_id, u.id as owner from referrals r
     join users u on u.clinic_id = r.clinic_id and u.role = 'owner'
     where r.status = 'claimed' and r.patient_id is not null`,
  );
  expect(referred.length).toBeGreaterThan(1);
  for (const { patient_id, owner } of referred) {
    const answer = await test.call(deletePatient, await aSession(test, Number(owner)), {
      params: { id: Number(patient_id) },
    });
    expect(answer.statusCode).toBe(200);
    expect(await checkData()).toEqual([expect.stringMatching(/checks passed/)]);
  }
  const sealed = await test.sql<{ id: string }>("select id from sealed_records order by id");
  for (const { id } of sealed) {
    await runOperation(
      ["restore-record", id],
      { DATABASE_URL: test.databaseUrl, DATA_DIR: test.dataDir },
      () => undefined,
    );
    expect(await checkData()).toEqual([expect.stringMatching(/checks passed/)]);
  }
});

it("lists the clinic and the first rows, changes nothing, and is logged", async () => {
  const [patient] = await test.sql<{ id: string; name: string; amount: string }>(
    "select p.id, c.name, p.amount from patients p join clinics c on c.id = p.clinic_id where p.is_billed limit 1",
  );
  await client.query("begin");
  await client.query("set local session_replication_role = replica");
  await client.query("update patients set amount = amount + 1 where id = $1", [patient?.id]);
  await client.query("commit");
  const problem = await checkData().catch((error: Error) => error.message);
  expect(problem).toMatch(/^Failed \(1 row\): The amount of a patient/);
  expect(problem).toContain(
    `\n  ${patient?.name}, patients ${patient?.id}: ${Number(patient?.amount) + 1}.00 Pending, bill ${patient?.amount} Pending`,
  );
  const [logged] = await test.sql<{ details: object }>(
    "select details from platform_operations where command = 'check-data' order by id desc limit 1",
  );
  expect(logged?.details).toMatchObject({ broken: 1 });
});
