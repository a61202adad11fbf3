import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { expect, inject, test } from "vitest";
import { distributeSchema } from "#server/database/cluster/distribute-tables.ts";
import { migrateCluster } from "#server/database/cluster/migrate-cluster.ts";
import { tableKinds } from "#server/database/cluster/table-kinds.ts";
import { ClinicNodes } from "#server/database/driver/clinic-nodes.ts";
import { migrate } from "#server/database/migrate.ts";
import { withClient } from "#server/database/with-client.ts";
import { aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { asServer, countOf, onCluster } from "#test/servers/cluster.ts";
import { databaseAt, joinMachines, onEach } from "#test/servers/postgres.ts";

const machines = inject("machines");

onCluster("distributing tables", (cluster) => {
  test("distributes every table, and a second run changes nothing", async () => {
    const placed = await cluster.app.sql<{ name: string }>(
      `select logicalrelid::regclass::text as name from pg_dist_partition p where p.partmethod = 'h' or p.repmodel = 't'`,
    );
    const wanted = Object.keys(tableKinds).filter((table) => tableKinds[table] !== "local");
    expect(placed.map((row) => row.name).sort()).toEqual(wanted.sort());
    expect(await withClient(cluster.app.databaseUrl, (client) => distributeSchema(client))).toEqual([]);
  });

  test("refuses a table without a kind, and names it", async () => {
    await cluster.app.sql("create table unplaced (clinic_id bigint)");
    await expect(withClient(cluster.app.databaseUrl, (client) => distributeSchema(client))).rejects.toThrow(
      "Klinika does not know how to distribute unplaced. Nothing was changed.",
    );
    await cluster.app.sql("drop table unplaced");
  });

  test("a statement without clinic_id finds nothing on the coordinator, nor in any shard on the workers", async () => {
    expect(await asServer(cluster.app.databaseUrl, (client) => countOf(client, "patients"))).toBe(0);
    let shards = 0;
    let stored = 0;
    for (const url of cluster.workers()) {
      const found = await withClient(url, async (client) => {
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
    expect(stored).toBe(cluster.clinics.length);
  });

  test("the server knows the node of each clinic, so that one that hangs does not take all connections", async () => {
    const where = await cluster.app.sql<{ id: string; machine: number }>(
      `select c.id, n.groupid as machine from clinics c, citus_shards s, pg_dist_node n
       where s.shardid = get_shard_id_for_distribution_column('patients', c.id) and n.nodeport = s.nodeport`,
    );
    await asServer(cluster.app.databaseUrl, async (client) => {
      const nodes = new ClinicNodes(
        async ({ text, values }) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
      );
      for (const { id, machine } of where) expect(await nodes.nodeOf(Number(id))).toBe(machine);
    });
  });

  test("in its transaction a clinic finds only its own rows, and cannot write another's", async () => {
    const [own, other] = cluster.clinics as [TestClinic, TestClinic];
    const scope = cluster.app.app.kit.databases.openClinic({
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

  test("restrictive policies apply on the workers too: confidential rows, and rows of other clinics", async () => {
    for (const clinic of cluster.clinics)
      await cluster.app.sql(
        `insert into consultations (clinic_id, patient_id, confidential_to_id)
         select p.clinic_id, p.id, confidential.owner
         from patients p, (values ($2::bigint), (null)) as confidential (owner), set_config('app.event', 'consultation.create', true)
         where p.clinic_id = $1`,
        [clinic.id, clinic.owner.id],
      );
    const [own] = cluster.clinics as [TestClinic];
    const staff = await aStaffMember(cluster.app, own, []);
    for (const [userId, seen] of [
      [own.owner.id, 2],
      [staff.id, 1],
    ] as const) {
      const { db } = cluster.app.app.kit.databases.openClinic({
        clinicId: own.id,
        userId,
        ownerUserId: null,
        event: "patient.update",
      });
      const rows = await db.selectFrom("consultations").select("clinicId").execute();
      expect(rows).toEqual(Array(seen).fill({ clinicId: own.id }));
    }
    const restrictive = "select polname from pg_policy where not polpermissive";
    expect(await cluster.app.sql(restrictive)).toEqual([]);
  });

  test("a function without EXECUTE for everybody on the coordinator has none on the workers", async () => {
    const closed = `select count(*) from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
                    and (proacl is null or exists (select from aclexplode(proacl) g where g.grantee = 0))`;
    for (const url of [cluster.app.databaseUrl, ...cluster.workers()])
      expect((await withClient(url, (client) => client.query(closed))).rows).toEqual([{ count: "0" }]);
  });

  test("no table that moves has FORCE, and this only affects its owner, who has a policy for all rows", async () => {
    const placed = Object.keys(tableKinds).filter((table) => tableKinds[table] !== "local");
    const forced = `select relname from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity
                    and regexp_replace(relname, '_[0-9]{6,}$', '') = any ($1)`;
    const open = `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
                  and not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*'
                                  and c.relowner = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true')`;
    const like = `select rolname from pg_roles
                  where not rolsuper and rolname <> 'klinika_owner' and pg_has_role(oid, 'klinika_owner', 'member')`;
    for (const url of [cluster.app.databaseUrl, ...cluster.workers()])
      await withClient(url, async (client) => {
        await client.query("set citus.override_table_visibility = off");
        expect((await client.query(forced, [placed])).rows).toEqual([]);
        expect((await client.query(open)).rows).toEqual([]);
        expect((await client.query(like)).rows).toEqual([]);
      });
  });

  test("later migrations reach the workers", async () => {
    const sql = `alter table patients add column later text;
      create function later() returns integer language sql as $$ select 1; $$;`;
    const run = async (client: Client, statements: readonly string[]) => {
      await client.query("begin");
      for (const statement of statements) await client.query(statement);
      await client.query("commit");
      return true;
    };
    await withClient(cluster.app.databaseUrl, async (client) => {
      await client.query("set role klinika_owner");
      const later = [{ name: "9999_later.sql", sql, hash: "" }];
      await migrateCluster(client, later, ({ sql }, split) => run(client, split(sql)));
    });
    for (const url of cluster.workers())
      expect((await withClient(url, (client) => client.query("select later() as one"))).rows).toEqual([
        { one: 1 },
      ]);
    expect(await cluster.app.sql("select later, later() as one from patients limit 1")).toEqual([
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
      await withClient(url, async (client) => {
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
        await distributeSchema(client, 2);
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
