import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { sealHistory } from "./seal-history.ts";

let test: TestApp;
let clinic: TestClinic;

beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  clinic = await aClinic(test);
});

const seal = (before: string) => sealHistory(test.app.kit.databases.functions, new Date(before));
const seals = () =>
  test.sql<{ last_history_id: string; row_count: number; hash: Buffer }>(
    "select last_history_id, row_count, hash from record_history_seals where clinic_id = $1 order by id",
    [clinic.id],
  );
it("seals long rows a few at a time, with other clinics in between", async () => {
  const neighbour = await aClinic(test);
  await aPatient(test, neighbour);
  // Control characters are six times as long in the hashed text: 2 MB of it per row.
  await test.sql(
    `insert into record_history (clinic_id, event, changes, happened_at)
     select $1, 'patient.update', jsonb_build_object('remarks', jsonb_build_array(repeat(chr(1), 340000), null)),
            '2026-11-20T01:00:00Z' from generate_series(1, 60)`,
    [clinic.id],
  );
  await sealHistory(test.app.kit.databases.functions, new Date(Date.now() + 60_000));
  expect((await seals()).map(({ row_count }) => row_count)).toEqual([17, 17, 17, 9]);
  const [between] = await test.sql(
    `select 1 from record_history_seals where clinic_id = $1
     and id < (select max(id) from record_history_seals where clinic_id = $2)`,
    [neighbour.id, clinic.id],
  );
  expect(between).toBeDefined();
});

it("is sealed while somebody holds every advisory lock, and others are while one clinic is locked", async () => {
  const other = await aClinic(test);
  for (const { id } of [clinic, other])
    await test.sql(
      "insert into record_history (clinic_id, event, happened_at) values ($1, 'patient.view', '2026-11-20T01:00:00Z')",
      [id],
    );
  const asServer = test.app.kit.databases.openClinic({
    clinicId: clinic.id,
    userId: clinic.owner.id,
    ownerUserId: null,
    event: "",
  });
  await expect(sql`lock table clinics in access exclusive mode`.execute(asServer.db)).rejects.toThrow(
    /permission denied/,
  );
  await asServer.transaction(async ({ db }) => {
    await sql`select pg_advisory_xact_lock(n) from generate_series(4200, 4240) n`.execute(db);
    await sql`select id from clinics for update`.execute(db);
    await expect(seal("2026-11-20T02:00:00Z")).rejects.toThrow(/of 1 clinics/);
  });
  const sealed = await test.sql(
    "select distinct clinic_id::integer as id from record_history_seals where clinic_id = any ($1)",
    [[clinic.id, other.id]],
  );
  expect(sealed).toEqual([{ id: other.id }]);
  await seal("2026-11-20T02:00:00Z");
  expect(await seals()).toHaveLength(1);
});
