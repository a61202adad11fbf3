import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runOnce } from "#server/database/migrate.ts";
import { startOwnApp, type TestApp } from "./app.ts";
import { fullClinic } from "./data/full-clinic.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startOwnApp();
  await fullClinic(app);
  await fullClinic(app);
});
afterAll(() => app.close());

test("a backfill in a migration changes every clinic's rows, although the policy also applies to the owner", async () => {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query("select count(*)::integer as patients from patients");
    await client.query("begin");
    await client.query("set local role klinika_owner");
    await client.query("select set_config('app.event', 'patient.update', true)");
    const { rowCount } = await client.query("update patients set remarks = 'backfilled'");
    expect(rowCount).toBe(rows[0].patients);
    await client.query("drop policy migrations on patients");
    expect((await client.query("update patients set remarks = 'again'")).rowCount).toBe(0);
  } finally {
    await client.query("rollback");
    await client.end();
  }
});

test("what a migration does in batches is done in short transactions, until nothing changes", async () => {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    const sql = `
-- begin batches
select set_config('app.event', 'patient.update', true);
update patients set remarks = 'filled in'
where (clinic_id, id) in (select clinic_id, id from patients where remarks is distinct from 'filled in' limit 1);
update visits set reason = 'filled in' where false
-- end batches
comment on table patients is 'filled in'`;
    await runOnce(client, { name: "9999_remarks.sql", sql, hash: "" }, undefined);
    const { rows } = await client.query(
      "select count(*) = count(distinct xmin::text) as apart, bool_and(remarks = 'filled in') as done, obj_description('patients'::regclass) as after from patients",
    );
    expect(rows).toEqual([{ apart: true, done: true, after: "filled in" }]);
  } finally {
    await client.end();
  }
});
