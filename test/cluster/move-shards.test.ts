import type { Client } from "pg";
import { expect, inject, test } from "vitest";
import { writeHistory } from "#server/audit/record-history.ts";
import { moveShard, rebalance } from "#server/database/cluster/move-shards.ts";
import { withClient } from "#server/database/with-client.ts";
import { aPatient, type TestClinic } from "#test/data/factories.ts";
import { asServer, countOf, onCluster } from "#test/servers/cluster.ts";

const _machines = inject("machines");

/** Tables whose shards on one node differ in policies, triggers, keys, indexes or privileges. */
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

onCluster("moving shards", (cluster) => {
  /** Counts patients in the table and in each shard of it that exists, also a half moved one. */
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
          // An orphaned shard was dropped meanwhile.
          if (error.code === "42P01") return 0;
          throw error;
        });
      return found;
    });
  }

  type Placement = { shard: string; host: string; port: number };
  const places = () =>
    cluster.app.sql<Placement>(
      `select shardid as shard, nodename as host, nodeport as port from citus_shards
       where table_name = 'patients'::regclass order by shardid`,
    );

  /** Moves the shard group of this clinic to the other worker. */
  async function moveAway({ id }: TestClinic): Promise<void> {
    const [{ shard = "" } = {}] = await cluster.app.sql<{ shard: string }>(
      "select get_shard_id_for_distribution_column('patients', $1::bigint) as shard",
      [id],
    );
    const from = (await places()).find((place) => place.shard === shard) as Placement;
    const [to] = await cluster.app.sql<{ host: string; port: number }>(
      "select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and nodeport <> $1",
      [from.port],
    );
    await withClient(cluster.app.databaseUrl, (client) =>
      moveShard(client, { shard, from, to: to as Placement }),
    );
  }

  test("a shard moves while its clinic writes: rows stay complete and unique, and row security stays in force on every node", async () => {
    const [own] = cluster.clinics as [TestClinic];
    const scope = cluster.app.app.kit.databases.openClinic({
      clinicId: own.id,
      userId: own.owner.id,
      ownerUserId: null,
      event: "patient.update",
    });
    const changes = async () => {
      const [row] = await cluster.app.sql<{ count: number }>(
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
    let checks = 0;
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
    const check = async () => {
      while (!isOver) {
        for (const url of [cluster.app.databaseUrl, ...cluster.workers()])
          expect(await foundWithoutClinic(url)).toBe(0);
        checks += 1;
      }
    };
    await Promise.all([move, write(), check()]);
    expect(written).toBeGreaterThan(1);
    expect(checks).toBeGreaterThan(1);
    expect(await changes()).toBe(before + written);
    expect(await cluster.app.sql("select remarks from patients where clinic_id = $1", [own.id])).toEqual([
      { remarks: `Change ${written}` },
    ]);
    expect(await countOfAll()).toBe(cluster.clinics.length);
    for (const url of [cluster.app.databaseUrl, ...cluster.workers()])
      expect(await foundWithoutClinic(url)).toBe(0);
    // Policies, triggers, keys and privileges are the same on moved shards.
    for (const url of cluster.workers()) expect(await withClient(url, unlikeParts)).toEqual([]);
  }, 120_000);

  const countOfAll = () => withClient(cluster.app.databaseUrl, (client) => countOf(client, "patients"));

  test("retries a statement that deadlocked before its result was returned", async () => {
    const [, own] = cluster.clinics as [TestClinic, TestClinic];
    await aPatient(cluster.app, own);
    const [first, last] = await cluster.app.sql<{ id: string }>(
      "select id from patients where clinic_id = $1 order by id",
      [own.id],
    );
    const scope = cluster.app.app.kit.databases.openClinic({
      clinicId: own.id,
      userId: own.owner.id,
      ownerUserId: null,
      event: "patient.update",
    });
    await withClient(cluster.app.databaseUrl, async (other) => {
      const change = (id: string | undefined) =>
        other.query("update patients set remarks = 'of another' where clinic_id = $1 and id = $2", [
          own.id,
          id,
        ]);
      await other.query("set citus.propagate_set_commands = 'local'");
      await other.query("begin");
      await other.query("set local app.event = 'patient.update'");
      // The transaction that began first survives, as Citus decides, and here PostgreSQL too.
      await other.query("set local deadlock_timeout = '10min'");
      await change(last?.id);
      const changeByServer = (id: string | undefined) =>
        scope.db
          .updateTable("patients")
          .set({ remarks: "of the server" })
          .where("clinicId", "=", own.id)
          .where("id", "=", Number(id))
          .executeTakeFirst();
      // In one round trip, in this order.
      const changed = Promise.all([changeByServer(first?.id), changeByServer(last?.id)]);
      const waits = () => cluster.app.sql("select from citus_lock_waits");
      await expect.poll(waits, { timeout: 5000 }).toHaveLength(1);
      await change(first?.id);
      await other.query("commit");
      expect((await changed).map(({ numUpdatedRows }) => numUpdatedRows)).toEqual([1n, 1n]);
    });
  }, 60_000);

  test("the record history stays ordered, on any node and for rows written by any of them", async () => {
    const [own] = cluster.clinics as [TestClinic];
    const scope = cluster.app.app.kit.databases.openClinic({
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
    const [before] = await cluster.app.sql("select max(id) as id from record_history where clinic_id = $1", [
      own.id,
    ]);
    for (const remarks of ["here", "there", "here again"]) {
      await write(remarks);
      await moveAway(own);
    }
    await write("at last");
    const rows = await cluster.app.sql<{ entity: string | null }>(
      "select entity from record_history where clinic_id = $1 and id > $2 order by id",
      [own.id, before?.id],
    );
    expect(rows.map(({ entity }) => entity)).toEqual(written);
  }, 120_000);

  test("rebalancing evens out the workers and leaves no orphaned shard", async () => {
    const [first, second] = (await places()) as [Placement, Placement];
    if (first.port !== second.port)
      await withClient(cluster.app.databaseUrl, (client) =>
        moveShard(client, { shard: first.shard, from: first, to: second }),
      );
    const moved: string[] = [];
    expect(
      await withClient(cluster.app.databaseUrl, (client) =>
        rebalance(client, ({ shard }) => moved.push(shard)),
      ),
    ).toBe(1);
    expect(moved).toHaveLength(1);
    expect(new Set((await places()).map(({ port }) => port)).size).toBe(2);
    expect(await cluster.app.sql("select from pg_dist_cleanup")).toEqual([]);
    expect(await countOfAll()).toBe(cluster.clinics.length + 1);
  }, 120_000);
});
