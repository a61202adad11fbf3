import { Client } from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { migrate, runOnce } from "#server/database/migrate.ts";
import { migrationFiles } from "#server/database/migration-files.ts";
import { startOwnApp, type TestApp } from "./app.ts";
import { fullClinic } from "./data/full-clinic.ts";
import { skipOnCluster } from "./servers/skip-on-cluster.ts";

const entries = ["appointments", "bills", "clinic_papers", "consultations", "prescriptions", "visits"];
const columns = "license_number, ptr_number, ptr_year, s2_number, specialization, credentials";

let app: TestApp;
beforeAll(async () => {
  app = await startOwnApp();
  for (const ptr of ["2614407", "2614408"]) {
    const { owner } = await fullClinic(app);
    await app.sql("update practitioners set ptr_number = $2, ptr_year = 2026 where user_id = $1", [
      owner.id,
      ptr,
    ]);
  }
});
afterAll(() => app.close());

const practitioners = () =>
  app.sql(`select clinic_id, user_id, ${columns} from practitioners order by clinic_id`);
const owners = () =>
  app.sql(`select clinic_id, id as user_id, ${columns} from users where role = 'owner' order by clinic_id`);
/** How many rows name the practitioner of their clinic, and how many do not. */
const named = (table: string) =>
  app.sql(
    `select count(*) filter (where p.id is not null)::integer as named,
            count(*) filter (where p.id is null)::integer as others
     from ${table} t left join practitioners p on p.clinic_id = t.clinic_id and p.id = t.practitioner_id`,
  );
const history = () => app.sql("select count(*)::integer as lines from record_history");

const it = skipOnCluster("undoes a migration, and copies between tables that are copied to each node");

it("every entry names the practitioner, and no line of the history tells of it", async () => {
  for (const table of entries)
    expect(await named(table), table).toEqual([{ named: expect.toSatisfy((n) => n > 0), others: 0 }]);
  expect(await app.sql("select from record_history where changes ? 'practitioner_id'")).toEqual([]);
});

it("the history tells of another practitioner", async () => {
  const [visit] = await app.sql<{ clinic_id: string; id: string; practitioner_id: string; by: string }>(
    "select clinic_id, id, practitioner_id, created_by_id as by from visits limit 1",
  );
  const [staff] = await app.sql<{ id: string }>(
    "select id from users where clinic_id = $1 and role <> 'owner' limit 1",
    [visit?.clinic_id],
  );
  await app.sql(
    `with scope as materialized (select set_config('app.event', 'visit.update', true)),
     added as (insert into practitioners (clinic_id, user_id, letter, created_at, updated_at) values ($1, $2, 'B', now(), now()) returning id)
     select from scope, added`,
    [visit?.clinic_id, staff?.id],
  );
  await app.sql(
    `with scope as materialized (select set_config('app.event', 'visit.update', true))
     update visits set practitioner_id = (select max(id) from practitioners where clinic_id = $1)
     from scope where clinic_id = $1 and visits.id = $2`,
    [visit?.clinic_id, visit?.id],
  );
  const lines = await app.sql("select changes from record_history where changes ? 'practitioner_id'");
  expect(lines).toHaveLength(1);
  await app.sql(
    `with scope as materialized (select set_config('app.event', 'visit.update', true))
     update visits set practitioner_id = $3 from scope where clinic_id = $1 and visits.id = $2`,
    [visit?.clinic_id, visit?.id, visit?.practitioner_id],
  );
  await app.sql("delete from practitioners where user_id = $1", [staff?.id]);
});

it("what the release before writes in accounts is the practitioner's, and the other way round", async () => {
  await app.sql("update users set s2_number = 'S2-1', credentials = 'MD, FPCP' where role = 'owner'");
  expect(await practitioners()).toMatchObject([{ s2_number: "S2-1", credentials: "MD, FPCP" }, {}]);
  expect(await practitioners()).toEqual(await owners());
  await app.sql("update practitioners set specialization = 'Cardiology', s2_number = null");
  expect(await owners()).toMatchObject([{ specialization: "Cardiology", s2_number: null }, {}]);
  expect(await owners()).toEqual(await practitioners());
});

it("a database of the release before gets them at its start, also at the second when the first was interrupted", async () => {
  const before = [await owners(), await history()];
  const files = (await migrationFiles()).filter(({ name }) => name > "0150" && name < "0155");
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    await client.query(`
      drop function profile_of, name_practitioner, copy_to_practitioner, copy_to_account cascade;
      ${entries.map((table) => `alter table ${table} drop column practitioner_id;`).join("\n")}
      drop table practitioners cascade;
      delete from migrations where name = any(array[${files.map(({ name }) => `'${name}'`).join()}])`);
    const [table, columns] = files;
    if (table) await runOnce(client, table, undefined);
    // An owner who signed up meanwhile.
    await client.query(
      "delete from practitioners where clinic_id = (select max(clinic_id) from practitioners)",
    );
    if (columns) await runOnce(client, columns, undefined);
    // As after some of the batches.
    await client.query(`
      set app.event = 'visit.update';
      update visits v set practitioner_id = p.id from practitioners p
      where p.clinic_id = v.clinic_id and v.clinic_id = (select min(clinic_id) from visits)`);
  } finally {
    await client.end();
  }
  await migrate(app.databaseUrl);
  expect([await practitioners(), await history()]).toEqual(before);
  for (const table of entries)
    expect(await named(table), table).toEqual([{ named: expect.toSatisfy((n) => n > 0), others: 0 }]);
  const open = await app.sql("select conname from pg_constraint where not convalidated");
  expect(open).toEqual([]);
});
