import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "./app.ts";
import { fullClinic } from "./data/full-clinic.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
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
