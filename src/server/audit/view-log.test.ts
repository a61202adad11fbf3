import { afterAll, beforeAll, expect, it } from "vitest";
import { deletePatient, exportPatients, onePatient } from "#features/patients/contract.ts";
import { ViewLog } from "#server/audit/view-log.ts";
import { withClient } from "#server/database/with-client.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { skipOnCluster } from "#test/servers/skip-on-cluster.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const open = async (id: number) =>
  (await test.call(onePatient, clinic.owner.token, { params: { id } })).statusCode;
const viewsOf = async (id: number) => {
  await test.app.kit.views.flush();
  return test.sql("select user_id from record_history where event = 'patient.view' and patient_id = $1", [
    id,
  ]);
};

it("logs one view per user and record in five minutes", async () => {
  const id = await aPatient(test, clinic);
  expect([await open(id), await open(id)]).toEqual([200, 200]);
  expect(await viewsOf(id)).toEqual([{ user_id: String(clinic.owner.id) }]);
});

it("logs views again after the clock was set back", async () => {
  const id = await aPatient(test, clinic);
  const at = (minutes: number) => test.setNow(new Date(testNow.getTime() + minutes * 60_000));
  at(60);
  await open(id);
  at(0);
  expect([await open(id), await open(id)]).toEqual([200, 200]);
  expect(await viewsOf(id)).toHaveLength(2);
  at(4);
  await open(id);
  expect(await viewsOf(id)).toHaveLength(2);
  test.setNow(testNow);
});

it("does not log a view that was refused", async () => {
  const deleted = await aPatient(test, clinic);
  await test.call(deletePatient, clinic.owner.token, { params: { id: deleted } });
  const foreign = await aPatient(test, await aClinic(test));
  for (const id of [deleted, foreign]) {
    expect(await open(id)).toBe(404);
    expect(await viewsOf(id)).toEqual([]);
  }
});

it("writes views by itself", async () => {
  const id = await aPatient(test, clinic);
  const views = new ViewLog(
    test.app.kit.databases,
    (error) => expect.fail(String(error)),
    async () => undefined,
    1,
  );
  views.note({
    clinicId: clinic.id,
    userId: clinic.owner.id,
    ownerUserId: null,
    apiKeyId: null,
    patientId: id,
    event: "patient.view",
    at: testNow,
  });
  const seen = () =>
    test.sql("select from record_history where event = 'patient.view' and patient_id = $1", [id]);
  await expect.poll(seen).toHaveLength(1);
  await views.close();
});

it("flush() waits for writes in progress", async () => {
  const id = await aPatient(test, clinic);
  await open(id);
  void test.app.kit.views.flush();
  expect(await viewsOf(id)).toHaveLength(1);
});

const noteViews =
  "note_views(bytea[], bigint[], bigint[], bigint[], text[], integer[], timestamptz[], bigint[])";

it("refuses to show records while views cannot be written, and writes pending ones later", async () => {
  const [first, second] = [await aPatient(test, clinic), await aPatient(test, clinic)];
  const third = await aPatient(test, clinic);
  await test.sql(`revoke execute on function ${noteViews} from klinika_app`);
  // Each process detects it with a view of its own.
  expect([await open(first), await open(third)]).toEqual([200, 200]);
  await test.app.kit.views.flush();
  expect(await open(second)).toBe(503);
  await test.sql(`grant execute on function ${noteViews} to klinika_app`);
  expect(await viewsOf(first)).toHaveLength(1);
  expect(await open(second)).toBe(200);
});

it("shows other clinics' records while one clinic's views cannot be written", async () => {
  const other = await aClinic(test);
  const [own, others] = [await aPatient(test, clinic), await aPatient(test, other)];
  await test.sql(
    `create function no_view() returns trigger language plpgsql as $$ begin raise exception 'a lost worker'; end $$`,
  );
  await test.sql(
    `create trigger no_view before insert on record_history for each row
     when (new.clinic_id = ${clinic.id} and new.event = 'patient.view') execute function no_view()`,
  );
  expect(await open(own)).toBe(200);
  await test.app.kit.views.flush();
  expect(await open(own)).toBe(503);
  const seen = await test.call(onePatient, other.owner.token, { params: { id: others } });
  expect(seen.statusCode).toBe(200);
  await test.sql("drop trigger no_view on record_history");
  expect(await viewsOf(own)).toHaveLength(1);
  expect(await open(own)).toBe(200);
});

const whereLocksAreSeen = skipOnCluster("the lock that is looked at is on a worker");

whereLocksAreSeen("writes other clinics' views while a slow retry for one is running", async () => {
  const other = await aClinic(test);
  const [own, others] = [await aPatient(test, clinic), await aPatient(test, other)];
  const setTrigger = (body: string) =>
    test.sql(
      `create or replace function slow_view() returns trigger language plpgsql as $$ begin ${body}; return new; end $$`,
    );
  await setTrigger("raise exception 'a worker that hangs'");
  await test.sql(
    `create trigger slow_view before insert on record_history for each row
     when (new.clinic_id = ${clinic.id} and new.event = 'patient.view') execute function slow_view()`,
  );
  expect(await open(own)).toBe(200);
  await test.app.kit.views.flush();
  await withClient(test.databaseUrl, async (client) => {
    await client.query("select pg_advisory_lock(77)");
    await setTrigger("perform pg_advisory_xact_lock(77)");
    void test.app.kit.views.flush();
    const isRetrying = () =>
      test.sql("select from pg_locks where locktype = 'advisory' and objid = 77 and not granted");
    await expect.poll(isRetrying, { timeout: 5000 }).toHaveLength(1);
    await test.call(onePatient, other.owner.token, { params: { id: others } });
    void test.app.kit.views.flush();
    const seen = () =>
      test.sql("select from record_history where event = 'patient.view' and patient_id = $1", [others]);
    // The lock timeout is three seconds.
    await expect.poll(seen, { timeout: 2000 }).toHaveLength(1);
  });
  await test.sql("drop trigger slow_view on record_history");
  expect(await viewsOf(own)).toHaveLength(1);
});

it("does not log an export for a HEAD request", async () => {
  const answer = await test.app.inject({
    method: "HEAD",
    url: exportPatients.path,
    headers: { authorization: `Bearer ${clinic.owner.token}` },
  });
  expect(answer.statusCode).toBe(404);
  expect(await test.sql("select id from record_history where event = 'patient.export'")).toEqual([]);
});
