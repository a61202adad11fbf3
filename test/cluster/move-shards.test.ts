import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { writeHistory } from "#server/audit/record-history.ts";
import { moveShard, rebalance } from "#server/database/cluster/move-shards.ts";
import { withClient } from "#server/database/with-client.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { asServer, countOf, onCluster, workersOf } from "#test/servers/cluster.ts";

const machines = inject("machines");

/** Tables of which the parts on a machine have unlike policies, triggers, keys, indexes or rights. */
async function unlikeParts(client: Client): Promise<object[]> {
  await client.query("set citus.override_table_visibility = off");
  const { rows } = await client.query<object>(
    `with parts as (
       select c.oid, regexp_replace(c.relname, '_[0-9]{6,}$', '') as of,
              concat_ws(' ', c.relrowsecurity, c.relforcerowsecurity, c.relowner, c.relacl, made.what) as what
       from pg_class c, lateral (
         select string_agg(regexp_replace(one, '_[0-9]{6,}', '', 'g'), '; ' order by regexp_replace(one, '_[0-9]{6,}', '', 'g')) as what
         from (select concat_ws(' ', polname, polcmd, polpermissive, polroles, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
               from pg_policy where polrelid = c.oid
               union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where tgrelid = c.oid and not tgisinternal
               union all select pg_get_constraintdef(oid) || convalidated from pg_constraint where conrelid = c.oid
               union all select pg_get_indexdef(indexrelid) || indisvalid from pg_index where indrelid = c.oid) as all_of_it (one)) as made
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname ~ '_[0-9]{6,}$')
     select of from parts group by of having count(distinct what) > 1`,
  );
  return rows;
}

describe.skipIf(machines.length === 1)(`moving ${onCluster(machines)}`, () => {
  let app: TestApp;
  let clinics: TestClinic[];
  beforeAll(async () => {
    app = await startTestApp();
    clinics = await Promise.all(Array.from({ length: 4 }, () => aClinic(app)));
    for (const clinic of clinics) await aPatient(app, clinic);
  });
  afterAll(() => app.close());

  const workers = () => workersOf(machines, app.databaseUrl);

  /** Of patients, in the table and in each part of it that is there, whole or half moved. */
  async function foundWithoutClinic(url: string): Promise<number> {
    const names = await withClient(url, async (client) => {
      await client.query("set citus.override_table_visibility = off");
      const { rows } = await client.query<{ name: string }>(
        "select relname as name from pg_class where relname ~ '^patients(_[0-9]+)?$' and relkind = 'r'",
      );
      return rows.map(({ name }) => name);
    });
    expect(names).toContain("patients");
    return await asServer(url, async (client) => {
      let found = 0;
      for (const name of names)
        found += await countOf(client, name).catch((error: { code?: string }) => {
          // What was left behind by a move has gone since.
          if (error.code === "42P01") return 0;
          throw error;
        });
      return found;
    });
  }

  type Place = { shard: string; host: string; port: number };
  const places = () =>
    app.sql<Place>(
      `select shardid as shard, nodename as host, nodeport as port from citus_shards
       where table_name = 'patients'::regclass order by shardid`,
    );

  /** The shard that holds this clinic, with all its tables, to the other worker. */
  async function moveAway({ id }: TestClinic): Promise<void> {
    const [{ shard = "" } = {}] = await app.sql<{ shard: string }>(
      "select get_shard_id_for_distribution_column('patients', $1::bigint) as shard",
      [id],
    );
    const from = (await places()).find((place) => place.shard === shard) as Place;
    const [to] = await app.sql<{ host: string; port: number }>(
      "select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and nodeport <> $1",
      [from.port],
    );
    await withClient(app.databaseUrl, (client) => moveShard(client, { shard, from, to: to as Place }));
  }

  test("a shard moves while its clinic writes, whole and once, and the second wall stands on every machine meanwhile", async () => {
    const [own] = clinics as [TestClinic];
    const scope = app.app.kit.databases.openClinic({
      clinicId: own.id,
      userId: own.owner.id,
      ownerUserId: null,
      event: "patient.update",
    });
    const changes = async () => {
      const [row] = await app.sql<{ count: number }>(
        `select count(*)::integer as count from record_history where clinic_id = $1 and event = 'patient.update'`,
        [own.id],
      );
      return row?.count ?? 0;
    };
    const before = await changes();
    let isOver = false;
    const move = moveAway(own).finally(() => {
      isOver = true;
    });
    let written = 0;
    let looks = 0;
    const write = async () => {
      while (!isOver) {
        await scope.db
          .updateTable("patients")
          .set({ remarks: `Change ${written + 1}` })
          .where("clinicId", "=", own.id)
          .execute();
        written += 1;
      }
    };
    const look = async () => {
      while (!isOver) {
        for (const url of [app.databaseUrl, ...workers()]) expect(await foundWithoutClinic(url)).toBe(0);
        looks += 1;
      }
    };
    await Promise.all([move, write(), look()]);
    expect(written).toBeGreaterThan(1);
    expect(looks).toBeGreaterThan(1);
    expect(await changes()).toBe(before + written);
    expect(await app.sql("select remarks from patients where clinic_id = $1", [own.id])).toEqual([
      { remarks: `Change ${written}` },
    ]);
    expect(await countOfAll()).toBe(clinics.length);
    for (const url of [app.databaseUrl, ...workers()]) expect(await foundWithoutClinic(url)).toBe(0);
    // What a part of a table is besides its rows is the same wherever it was made.
    for (const url of workers()) expect(await withClient(url, unlikeParts)).toEqual([]);
  }, 120_000);

  const countOfAll = () => withClient(app.databaseUrl, (client) => countOf(client, "patients"));

  test("whoever is ended by a deadlock before anybody was told a result is asked again", async () => {
    const [, own] = clinics as [TestClinic, TestClinic];
    await aPatient(app, own);
    const [first, last] = await app.sql<{ id: string }>(
      "select id from patients where clinic_id = $1 order by id",
      [own.id],
    );
    const scope = app.app.kit.databases.openClinic({
      clinicId: own.id,
      userId: own.owner.id,
      ownerUserId: null,
      event: "patient.update",
    });
    await withClient(app.databaseUrl, async (other) => {
      const change = (id: string | undefined) =>
        other.query("update patients set remarks = 'of another' where clinic_id = $1 and id = $2", [
          own.id,
          id,
        ]);
      await other.query("set citus.propagate_set_commands = 'local'");
      await other.query("begin");
      await other.query("set local app.event = 'patient.update'");
      // Whoever began first is spared, as by Citus, and here by the worker itself.
      await other.query("set local deadlock_timeout = '10min'");
      await change(last?.id);
      const changeByServer = (id: string | undefined) =>
        scope.db
          .updateTable("patients")
          .set({ remarks: "of the server" })
          .where("clinicId", "=", own.id)
          .where("id", "=", Number(id))
          .executeTakeFirst();
      // In one trip, in this order.
      const changed = Promise.all([changeByServer(first?.id), changeByServer(last?.id)]);
      const waits = () => app.sql("select from citus_lock_waits");
      await expect.poll(waits, { timeout: 5000 }).toHaveLength(1);
      await change(first?.id);
      await other.query("commit");
      expect((await changed).map(({ numUpdatedRows }) => numUpdatedRows)).toEqual([1n, 1n]);
    });
  }, 60_000);

  test("the record history keeps its order, whoever writes a row and wherever its shard lies", async () => {
    const [own] = clinics as [TestClinic];
    const scope = app.app.kit.databases.openClinic({
      clinicId: own.id,
      userId: own.owner.id,
      ownerUserId: null,
      event: "patient.update",
    });
    const written: (string | null)[] = [];
    // A trigger on a worker writes the first, the coordinator the second.
    const write = async (remarks: string) => {
      await scope.db.updateTable("patients").set({ remarks }).where("clinicId", "=", own.id).execute();
      await writeHistory(scope, { event: "patient.export", patientId: null, ownerUserId: null });
      written.push("patients", null);
    };
    const [before] = await app.sql("select max(id) as id from record_history where clinic_id = $1", [own.id]);
    for (const remarks of ["here", "there", "here again"]) {
      await write(remarks);
      await moveAway(own);
    }
    await write("at last");
    const rows = await app.sql<{ entity: string | null }>(
      "select entity from record_history where clinic_id = $1 and id > $2 order by id",
      [own.id, before?.id],
    );
    expect(rows.map(({ entity }) => entity)).toEqual(written);
  }, 120_000);

  test("workers are made even again, and nothing of a move is left behind", async () => {
    const [first, second] = (await places()) as [Place, Place];
    if (first.port !== second.port)
      await withClient(app.databaseUrl, (client) =>
        moveShard(client, { shard: first.shard, from: first, to: second }),
      );
    const moved: string[] = [];
    expect(
      await withClient(app.databaseUrl, (client) => rebalance(client, ({ shard }) => moved.push(shard))),
    ).toBe(1);
    expect(moved).toHaveLength(1);
    expect(new Set((await places()).map(({ port }) => port)).size).toBe(2);
    expect(await app.sql("select from pg_dist_cleanup")).toEqual([]);
    expect(await countOfAll()).toBe(clinics.length + 1);
  }, 120_000);
});
