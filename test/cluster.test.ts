import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { writeHistory } from "#server/audit/record-history.ts";
import { asApplication, serverLogin } from "#server/database/application-role.ts";
import { distributeWhole } from "#server/database/cluster/distribute-tables.ts";
import { migrateCluster } from "#server/database/cluster/migrate-cluster.ts";
import { places } from "#server/database/cluster/table-places.ts";
import { migrate } from "#server/database/migrate.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "./data/factories.ts";
import { connected, databaseAt, joinMachines, onEach } from "./servers/postgres.ts";

const machines = inject("machines");
const name =
  machines.length > 1 ? "on a cluster" : "on a cluster (DATABASE_URL names no coordinator of Citus)";

/** As the server connects, before any clinic is set. */
const asServer = <T>(url: string, work: (client: Client) => Promise<T>) =>
  connected(url, work, asApplication(url, serverLogin(url)));

const countOf = async (client: Client, table: string) =>
  Number((await client.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);

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

describe.skipIf(machines.length === 1)(name, () => {
  let app: TestApp;
  let clinics: TestClinic[];
  beforeAll(async () => {
    app = await startTestApp();
    clinics = await Promise.all(Array.from({ length: 4 }, () => aClinic(app)));
    for (const clinic of clinics) await aPatient(app, clinic);
  });
  afterAll(() => app.close());

  const workers = () =>
    machines.slice(1).map((url) => databaseAt(url, new URL(app.databaseUrl).pathname.slice(1)));

  test("each table has its place, and a second run changes nothing", async () => {
    const placed = await app.sql<{ name: string }>(
      `select logicalrelid::regclass::text as name from pg_dist_partition p where p.partmethod = 'h' or p.repmodel = 't'`,
    );
    const wanted = Object.keys(places).filter((table) => places[table] !== "local");
    expect(placed.map((row) => row.name).sort()).toEqual(wanted.sort());
    expect(await connected(app.databaseUrl, (client) => distributeWhole(client))).toEqual([]);
  });

  test("a table whose place nobody named is refused in words", async () => {
    await app.sql("create table homeless (clinic_id bigint)");
    await expect(connected(app.databaseUrl, (client) => distributeWhole(client))).rejects.toThrow(
      "No place on a cluster is named for homeless. Nothing was changed.",
    );
    await app.sql("drop table homeless");
  });

  test("a statement without its clinic finds nothing on the coordinator, and nothing in any shard on the workers", async () => {
    expect(await asServer(app.databaseUrl, (client) => countOf(client, "patients"))).toBe(0);
    let shards = 0;
    let stored = 0;
    for (const url of workers()) {
      const found = await connected(url, async (client) => {
        await client.query("set citus.override_table_visibility = off");
        const { rows } = await client.query<{ shard: string }>(
          "select relname as shard from pg_class where relname ~ '^patients_[0-9]+$' and relkind = 'r'",
        );
        return Promise.all(rows.map(async ({ shard }) => ({ shard, count: await countOf(client, shard) })));
      });
      shards += found.length;
      stored += found.reduce((sum, { count }) => sum + count, 0);
      await asServer(url, async (client) => {
        expect(await countOf(client, "patients")).toBe(0);
        for (const { shard } of found) expect(await countOf(client, shard)).toBe(0);
      });
    }
    expect(shards).toBeGreaterThan(1);
    expect(stored).toBe(clinics.length);
  });

  test("in its transaction a clinic finds its own rows alone, and cannot write another's", async () => {
    const [own, other] = clinics as [TestClinic, TestClinic];
    const scope = app.app.kit.databases.openClinic({
      clinicId: own.id,
      userId: own.owner.id,
      ownerUserId: null,
      event: "patient.update",
    });
    expect(await scope.db.selectFrom("patients").select("clinicId").execute()).toEqual([
      { clinicId: own.id },
    ]);
    const written = await scope.db
      .updateTable("patients")
      .set({ remarks: "of another" })
      .where("clinicId", "=", other.id)
      .executeTakeFirst();
    expect(Number(written.numUpdatedRows)).toBe(0);
  });

  test("a restrictive policy restricts on the workers too: what is confidential, and to the own clinic", async () => {
    for (const clinic of clinics)
      await app.sql(
        `insert into consultations (clinic_id, patient_id, confidential_to_id)
         select p.clinic_id, p.id, confidential.owner
         from patients p, (values ($2::bigint), (null)) as confidential (owner), set_config('app.event', 'consultation.create', true)
         where p.clinic_id = $1`,
        [clinic.id, clinic.owner.id],
      );
    const [own] = clinics as [TestClinic];
    const staff = await aStaffMember(app, own, []);
    for (const [userId, seen] of [
      [own.owner.id, 2],
      [staff.id, 1],
    ] as const) {
      const { db } = app.app.kit.databases.openClinic({
        clinicId: own.id,
        userId,
        ownerUserId: null,
        event: "patient.update",
      });
      const rows = await db.selectFrom("consultations").select("clinicId").execute();
      expect(rows).toEqual(Array(seen).fill({ clinicId: own.id }));
    }
    const restrictive = "select polname from pg_policy where not polpermissive";
    expect(await app.sql(restrictive)).toEqual([]);
  });

  test("a function that is closed on the coordinator is closed on the workers", async () => {
    const closed = `select count(*) from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
                    and (proacl is null or exists (select from aclexplode(proacl) g where g.grantee = 0))`;
    for (const url of [app.databaseUrl, ...workers()])
      expect((await connected(url, (client) => client.query(closed))).rows).toEqual([{ count: "0" }]);
  });

  test("FORCE is on no table that moves, and nobody but its owner gains by that: who has a policy for all rows", async () => {
    const placed = Object.keys(places).filter((table) => places[table] !== "local");
    const forced = `select relname from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity
                    and regexp_replace(relname, '_[0-9]{6,}$', '') = any ($1)`;
    const open = `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
                  and not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*'
                                  and c.relowner = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true')`;
    const like = `select rolname from pg_roles
                  where not rolsuper and rolname <> 'klinika_owner' and pg_has_role(oid, 'klinika_owner', 'member')`;
    for (const url of [app.databaseUrl, ...workers()])
      await connected(url, async (client) => {
        await client.query("set citus.override_table_visibility = off");
        expect((await client.query(forced, [placed])).rows).toEqual([]);
        expect((await client.query(open)).rows).toEqual([]);
        expect((await client.query(like)).rows).toEqual([]);
      });
  });

  /** Of patients, in the table and in each part of it that is there, whole or half moved. */
  async function foundWithoutClinic(url: string): Promise<number> {
    const names = await connected(url, async (client) => {
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

  /** The shard that holds this clinic, with all its tables, to the other worker. */
  async function moveAway({ id }: TestClinic, mode = "auto"): Promise<void> {
    // What an earlier move left behind goes first, which Citus gives up where somebody holds it for a second.
    const left = async () => {
      await app.sql("call citus_cleanup_orphaned_resources()");
      return app.sql("select from pg_dist_cleanup");
    };
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
    await app.sql(
      `select citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, n.nodename, n.nodeport, $2::citus.shard_transfer_mode)
       from citus_shards s, pg_dist_node n
       where s.shardid = get_shard_id_for_distribution_column('patients', $1::bigint)
         and n.groupid <> 0 and n.nodeport <> s.nodeport`,
      [id, mode],
    );
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
    for (const url of workers()) expect(await connected(url, unlikeParts)).toEqual([]);
  }, 120_000);

  const countOfAll = () => connected(app.databaseUrl, (client) => countOf(client, "patients"));

  test("whoever is ended by a deadlock before anybody was told a result is asked again", async () => {
    const [own] = clinics as [TestClinic];
    await aPatient(app, own);
    const [first, last] = await app.sql<{ id: string }>(
      "select id from patients where clinic_id = $1 order by ctid",
      [own.id],
    );
    const scope = app.app.kit.databases.openClinic({
      clinicId: own.id,
      userId: own.owner.id,
      ownerUserId: null,
      event: "patient.update",
    });
    await connected(app.databaseUrl, async (other) => {
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
      const changed = scope.db
        .updateTable("patients")
        .set({ remarks: "of both" })
        .where("clinicId", "=", own.id)
        .executeTakeFirst();
      const waits = () => app.sql("select from citus_lock_waits");
      await expect.poll(waits, { timeout: 5000 }).toHaveLength(1);
      await change(first?.id);
      await other.query("commit");
      expect((await changed).numUpdatedRows).toBe(2n);
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
      await moveAway(own, "block_writes");
    }
    await write("at last");
    const rows = await app.sql<{ entity: string | null }>(
      "select entity from record_history where clinic_id = $1 and id > $2 order by id",
      [own.id, before?.id],
    );
    expect(rows.map(({ entity }) => entity)).toEqual(written);
  }, 120_000);

  test("what a later migration changes reaches the workers", async () => {
    const sql = `alter table patients add column later text;
      create function later() returns integer language sql as $$ select 1; $$;`;
    const run = async (client: Client, statements: readonly string[]) => {
      await client.query("begin");
      for (const statement of statements) await client.query(statement);
      await client.query("commit");
    };
    await connected(app.databaseUrl, async (client) => {
      await client.query("set role klinika_owner");
      const later = [{ name: "9999_later.sql", sql, hash: "" }];
      await migrateCluster(client, later, (_, statements) => run(client, statements));
    });
    for (const url of workers())
      expect((await connected(url, (client) => client.query("select later() as one"))).rows).toEqual([
        { one: 1 },
      ]);
    expect(await app.sql("select later, later() as one from patients limit 1")).toEqual([
      { later: null, one: 1 },
    ]);
  });

  test("a database full of clinics is distributed with its rows, and nothing is written twice", async () => {
    const full = `klinika_full_${randomBytes(4).toString("hex")}`;
    await onEach(machines, `create database ${full} encoding 'UTF8' template template0`);
    try {
      await joinMachines(machines, full);
      const url = databaseAt(machines[0] ?? "", full);
      await migrate(url);
      await connected(url, async (client) => {
        await client.query("set app.event = 'patient.create'");
        await client.query(
          `insert into clinics (name, subdomain) select 'Clinic ' || n, 'clinic-' || n from generate_series(1, 20) n`,
        );
        await client.query(
          `insert into patients (clinic_id, admission_no, hospital, patient_name, sex)
           select c.id, 'A-' || n, 'H', 'Cruz, Ana ' || n, 'F' from clinics c, generate_series(1, 10) n`,
        );
        const counts = async () => ({
          clinics: await countOf(client, "clinics"),
          patients: await countOf(client, "patients"),
          history: await countOf(client, "record_history"),
          left: await countOf(client, "patients where clinic_id not in (select id from clinics)"),
        });
        const before = await counts();
        expect(before).toEqual({ clinics: 20, patients: 200, history: 200, left: 0 });
        await distributeWhole(client, 2);
        expect(await counts()).toEqual(before);
        const { rows } = await client.query<{ bytes: string }>(
          "select pg_relation_size('patients') as bytes",
        );
        expect(Number(rows[0]?.bytes)).toBe(0);
      });
    } finally {
      await onEach(machines, `drop database if exists ${full} with (force)`);
    }
  }, 120_000);
});
