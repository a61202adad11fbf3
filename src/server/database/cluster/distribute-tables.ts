import type { Client } from "pg";
import { rollBack } from "../roll-back.ts";
import { citusTables } from "./cluster-nodes.ts";
import { type TableKind, tableKinds } from "./table-kinds.ts";

/** Why the tables cannot be distributed, for the operator. */
export class DistributionError extends Error {}

type ForeignKey = { name: string; of: string; to: string; definition: string };

/** Shards of each distributed table, fixed by the first one. Workers exchange whole shards. */
export const defaultShards = 32;

/** All distributed tables are colocated with the first of them. */
const colocationTable = Object.keys(tableKinds).find((name) => tableKinds[name] === "distributed") ?? "";

/**
 * Distributes every table of the schema as `tableKinds` says, with its rows, keys, policies and triggers, and propagates
 * the functions to the workers. Skips tables that are distributed already, so it may run again after a migration. All or
 * nothing. Needs a superuser's connection to the coordinator.
 *
 * @returns the tables that were distributed
 * @throws DistributionError
 */
export async function distributeSchema(client: Client, shards = defaultShards): Promise<string[]> {
  for (const setting of clusterSettings(client.escapeIdentifier(client.database ?? "postgres")))
    await client.query(setting);
  // SET LOCAL then applies on the workers as well.
  await client.query("set citus.propagate_set_commands = 'local'");
  await client.query("begin");
  try {
    const distributed = await distributeTables(client, shards);
    await client.query("commit");
    await truncateLocalRows(client);
    return distributed;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

async function distributeTables(client: Client, shards: number): Promise<string[]> {
  const missing = await undistributedTables(client);
  // One connection per node, since foreign keys refer to tables that this transaction has just created.
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await client.query("set local citus.enable_ddl_propagation = on");
  await client.query(`set local citus.shard_count = ${shards}`);
  // A function body may name a function that is created later.
  await client.query("set local check_function_bodies = off");
  await distributeFunctions(client, "without table types");
  await foldRestrictivePolicies(client);
  await dropForcedRowSecurity(client);
  if (missing.size > 0) {
    const keys = await foreignKeysAt(client, [...missing.keys()]);
    for (const { of, name } of keys)
      await client.query(`alter table ${of} drop constraint ${quoted(client, name)}`);
    await inlinePolicySubqueries(client, [...missing.keys()]);
    // Rows are only copied, so triggers must not run.
    await client.query("set local session_replication_role = replica");
    for (const [name, kind] of missing) await distributeTable(client, name, kind);
    await client.query("set local session_replication_role = origin");
    for (const { of, name, definition } of keys)
      await client.query(`alter table ${of} add constraint ${quoted(client, name)} ${definition}`);
  }
  await grantUpdateOnReferenceTables(client);
  await distributeFunctions(client, "all");
  await grantTriggerFunctions(client);
  return [...missing.keys()];
}

/** Settings of the database on every node, for new connections. */
export const clusterSettings = (database: string) => [
  // Triggers on the workers write other tables, and policies there query them.
  `alter database ${database} set citus.allow_nested_distributed_execution = on`,
  // The server's connections turn propagation on at the coordinator; a worker must not propagate again.
  `alter database ${database} set citus.propagate_set_commands = 'none'`,
];

/** Rows that were on the coordinator have been copied to the workers; the leftovers are truncated. */
async function truncateLocalRows(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.logicalrelid::regclass::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace and (p.partmethod = 'h' or p.repmodel = 't')
       and pg_relation_size(c.oid) > 0`,
  );
  for (const { name } of rows)
    await client.query("select truncate_local_data_after_distributing_table($1::regclass)", [name]);
}

async function undistributedTables(client: Client): Promise<Map<string, TableKind>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
     and not exists (select 1 from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e') order by relname`,
  );
  const names = rows.map(({ name }) => name);
  const unplaced = names.filter((name) => tableKinds[name] === undefined);
  if (unplaced.length > 0)
    throw new DistributionError(
      `Klinika does not know how to distribute ${unplaced.join(", ")}. Nothing was changed.`,
    );
  const known = await citusTables(client);
  const misplaced = names.filter((name) => known.has(name) && known.get(name) !== tableKinds[name]);
  if (misplaced.length > 0)
    throw new DistributionError(
      `${misplaced.join(", ")}: distributed in another way than Klinika's. Nothing was changed.`,
    );
  const order: TableKind[] = ["reference", "distributed"];
  return new Map(
    order.flatMap((kind) =>
      [...names]
        .sort((a, b) => Number(b === colocationTable) - Number(a === colocationTable))
        .filter((name) => tableKinds[name] === kind && !known.has(name))
        .map((name) => [name, kind] as const),
    ),
  );
}

/** From these tables or to them. Citus refuses one between a distributed and a local table. */
async function foreignKeysAt(client: Client, names: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select k.conname::text as name, k.conrelid::regclass::text as of, k.confrelid::regclass::text as to,
            pg_get_constraintdef(k.oid) as definition
     from pg_constraint k
     where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace
       and (k.conrelid::regclass::text = any ($1) or k.confrelid::regclass::text = any ($1))
     order by k.oid`,
    [names],
  );
  return rows;
}

/**
 * Citus does not support subqueries in policies. PostgreSQL evaluates `(select f())` once per statement; on a cluster
 * `f()` is evaluated for each row that the rest of the policy does not permit.
 */
async function inlinePolicySubqueries(client: Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{
    name: string;
    of: string;
    using: string | null;
    check: string | null;
  }>(
    `select polname::text as name, polrelid::regclass::text as of, pg_get_expr(polqual, polrelid) as using,
            pg_get_expr(polwithcheck, polrelid) as check
     from pg_policy where polrelid::regclass::text = any ($1)`,
    [names],
  );
  for (const { name, of, using, check } of rows) {
    const parts = [
      ["using", using],
      ["with check", check],
    ] as const;
    const withSubquery = parts.filter(([, text]) => /\bselect\b/i.test(text ?? ""));
    const changes = withSubquery.map(
      ([kind, text]) => `${kind} (${withCalls(text ?? "", `${name} of ${of}`)})`,
    );
    if (changes.length > 0)
      await client.query(`alter policy ${quoted(client, name)} on ${of} ${changes.join(" ")}`);
  }
}

type Policy = {
  name: string;
  of: string;
  isRestrictive: boolean;
  roles: string[];
  using: string | null;
  check: string | null;
};

/**
 * Citus creates every policy on its shards as permissive, so one that permits a row is enough. Each restrictive policy is
 * therefore added, with `and`, to the permissive ones for its roles.
 */
async function foldRestrictivePolicies(client: Client): Promise<void> {
  const { rows } = await client.query<Policy>(
    `select polname::text as name, polrelid::regclass::text as of, not polpermissive as "isRestrictive",
            polroles::regrole[]::text[] as roles, pg_get_expr(polqual, polrelid) as using,
            pg_get_expr(polwithcheck, polrelid) as check
     from pg_policy
     where polrelid in (select polrelid from pg_policy where not polpermissive)
       and polrelid::regclass::text = any ($1)`,
    [Object.keys(tableKinds).filter((name) => tableKinds[name] !== "local")],
  );
  for (const restrictive of rows.filter(({ isRestrictive }) => isRestrictive)) {
    const { of, using: alsoUsing, roles } = restrictive;
    const alsoCheck = restrictive.check ?? alsoUsing;
    for (const other of rows) {
      if (other.isRestrictive || other.of !== of || !other.roles.some((role) => roles.includes(role)))
        continue;
      if (other.roles.some((role) => !roles.includes(role)))
        throw new DistributionError(
          `The policy ${restrictive.name} of ${of} is for some of the roles of ${other.name}. Nothing was changed.`,
        );
      if (other.using && alsoUsing) other.using = `(${other.using}) and (${alsoUsing})`;
      if (other.check && alsoCheck) other.check = `(${other.check}) and (${alsoCheck})`;
      const parts = [other.using && `using (${other.using})`, other.check && `with check (${other.check})`];
      await client.query(
        `alter policy ${quoted(client, other.name)} on ${of} ${parts.filter(Boolean).join(" ")}`,
      );
    }
    await client.query(`drop policy ${quoted(client, restrictive.name)} on ${of}`);
  }
}

/**
 * Logical replication, by which shards move, runs as the table's owner, and PostgreSQL does not replicate into a table
 * with row-level security for that role. So FORCE, which applies it to the owner, is removed. Each of these tables has a
 * policy that permits its owner everything (in `migrations`), so visibility does not change.
 */
async function dropForcedRowSecurity(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; isOpen: boolean }>(
    `select c.relname::text as name,
            exists (select from pg_policy p
                    where p.polrelid = c.oid and p.polcmd = '*' and c.relowner = any (p.polroles)
                      and pg_get_expr(p.polqual, p.polrelid) = 'true') as "isOpen"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and c.relname = any ($1)`,
    [Object.keys(tableKinds).filter((name) => tableKinds[name] !== "local")],
  );
  for (const { name, isOpen } of rows) {
    if (!isOpen)
      throw new DistributionError(
        `${name} has no policy that permits its owner everything, which a cluster needs. Nothing was changed.`,
      );
    await client.query(`alter table ${name} no force row level security`);
  }
}

/** PostgreSQL's form of `(select f())`. */
export const policyCall = /\( SELECT (\w+\(\)) AS \w+\)/g;

/** Turns `( SELECT f() AS f)` into `f()`. @throws DistributionError for any other subquery */
function withCalls(text: string, policy: string): string {
  const calls = text.replaceAll(policyCall, "$1");
  if (/\bselect\b/i.test(calls))
    throw new DistributionError(
      `The policy ${policy} contains a subquery, which Citus does not support. Nothing was changed.`,
    );
  return calls;
}

async function distributeTable(client: Client, name: string, kind: TableKind): Promise<void> {
  // An unlogged shard cannot move while it is written to.
  const { rowCount } = await client.query(
    "select 1 from pg_class where oid = $1::regclass and relpersistence = 'u'",
    [name],
  );
  if (rowCount) await client.query(`alter table ${name} set logged`);
  if (kind === "reference") await client.query("select create_reference_table($1::regclass)", [name]);
  else
    await client.query("select create_distributed_table($1::regclass, 'clinic_id', colocate_with => $2)", [
      name,
      name === colocationTable ? "none" : colocationTable,
    ]);
}

/** To write a reference table, Citus locks it on a worker as the writing role, which requires UPDATE. */
async function grantUpdateOnReferenceTables(client: Client): Promise<void> {
  const names = Object.keys(tableKinds).filter((name) => tableKinds[name] === "reference");
  const { rows } = await client.query<{ role: string; of: string }>(
    `select distinct g.grantee::regrole::text as role, c.oid::regclass::text as of
     from pg_class c, aclexplode(c.relacl) g
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and g.privilege_type in ('INSERT', 'DELETE')
       and g.grantee <> 0 and not has_table_privilege(g.grantee, c.oid, 'update')`,
    [names],
  );
  for (const { role, of } of rows) await client.query(`grant update on ${of} to ${role}`);
}

/** A move creates the shard as the table's owner, who needs EXECUTE on its triggers' functions. */
async function grantTriggerFunctions(client: Client): Promise<void> {
  const { rows } = await client.query<{ called: string; owner: string }>(
    `select distinct t.tgfoid::regprocedure::text as called, c.relowner::regrole::text as owner
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
       and not has_function_privilege(c.relowner, t.tgfoid, 'execute')`,
  );
  for (const { called, owner } of rows) await client.query(`grant execute on function ${called} to ${owner}`);
}

/**
 * Citus does not follow dependencies inside function bodies, so every function is distributed. Copying rows needs them
 * beforehand, except those with a table's row type, which can only follow their table. Citus grants EXECUTE to PUBLIC,
 * so that is revoked again.
 */
async function distributeFunctions(client: Client, which: "without table types" | "all"): Promise<void> {
  const { rows } = await client.query<{ name: string; isDistributed: boolean; isClosed: boolean }>(
    `select p.oid::regprocedure::text as name,
            exists (select 1 from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid) as "isDistributed",
            p.proacl is not null and not exists (
              select 1 from aclexplode(p.proacl) g where g.grantee = 0 and g.privilege_type = 'EXECUTE') as "isClosed"
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       and ($1 = 'all' or not exists (
         select 1 from pg_depend d left join pg_type t on d.refclassid = 'pg_type'::regclass and t.oid = d.refobjid
         where d.objid = p.oid and d.classid = 'pg_proc'::regclass
           and (d.refclassid = 'pg_class'::regclass or t.typrelid <> 0)))
     order by p.oid`,
    [which],
  );
  for (const { name, isDistributed } of rows)
    if (!isDistributed) await client.query("select create_distributed_function($1::regprocedure)", [name]);
  const closed = rows.filter(({ isClosed }) => isClosed).map(({ name }) => name);
  if (closed.length > 0) await client.query(`revoke execute on routine ${closed.join(", ")} from public`);
}

const quoted = (client: Client, name: string) => client.escapeIdentifier(name);
