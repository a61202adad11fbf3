import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#operations/operation.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { openDatabases } from "./db.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startOwnApp();
});
afterAll(() => app.close());

/** PostgreSQL then closes the connection during the second statement. */
const setTimeLimit = "set local transaction_timeout = '10ms'";
const exceedIt = "select pg_sleep(60)";
const lost = /^terminating connection due to transaction timeout$/;

test("a transaction of a clinic whose connection is lost fails with that error", async () => {
  const databases = openDatabases(app.databaseUrl, 1);
  const clinic = databases.openClinic({ clinicId: 7, userId: 1007, ownerUserId: null, event: "" });
  const work = clinic.transaction(async ({ db }) => {
    await sql.raw(setTimeLimit).execute(db);
    await sql.raw(exceedIt).execute(db);
  });
  await expect(work).rejects.toThrow(lost);
  expect((await sql`select 1 as one`.execute(clinic.db)).rows).toEqual([{ one: 1 }]);
  await databases.close();
});

test("an operation whose connection is lost fails with that error", async () => {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  const work = inTransaction(client, null, async () => {
    await client.query(setTimeLimit);
    await client.query(exceedIt);
  });
  await expect(work).rejects.toThrow(lost);
  await client.end();
});
