import type { Client } from "pg";
import { placedTables } from "./cluster-nodes.ts";
import { type Place, places } from "./table-places.ts";

/** Why the tables cannot be distributed, in words. */
export class DistributionProblem extends Error {}

type ForeignKey = { name: string; of: string; to: string; definition: string };

/** Shards of each table, a number that is fixed once; a shard is what moves between workers. */
export const defaultShards = 32;

/** All tables split by clinic lie together with the first of them. */
const together = Object.keys(places).find((name) => places[name] === "clinic") ?? "";

/**
 * Puts every table of the schema where `places` says, with its rows, keys, policies and triggers, and brings the functions to the
 * workers. Tables that have their place stay: what a later migration added is put beside them. All or nothing. As a
 * superuser, on the coordinator.
 *
 * @returns the tables that got their place
 * @throws DistributionProblem
 */
export async function distributeWhole(client: Client, shards = defaultShards): Promise<string[]> {
  for (const setting of clusterSettings(client.escapeIdentifier(client.database ?? "postgres")))
    await client.query(setting);
  // What is set in the transaction is set on the workers as well.
  await client.query("set citus.propagate_set_commands = 'local'");
  await client.query("begin");
  try {
    const placed = await distributeTables(client, shards);
    await client.query("commit");
    await forgetMovedRows(client);
    return placed;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function distributeTables(client: Client, shards: number): Promise<string[]> {
  const missing = await tablesToPlace(client);
  // A statement at a time on each machine: foreign keys reach what the same transaction has just made.
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await client.query("set local citus.enable_ddl_propagation = on");
  await client.query(`set local citus.shard_count = ${shards}`);
  // A function may be named by another before it is there.
  await client.query("set local check_function_bodies = off");
  await bringFunctions(client, "of no table");
  await foldRestrictivePolicies(client);
  await letRowsBeReplicated(client);
  if (missing.size > 0) {
    const keys = await foreignKeysAt(client, [...missing.keys()]);
    for (const { of, name } of keys)
      await client.query(`alter table ${of} drop constraint ${quoted(client, name)}`);
    await callInPolicies(client, [...missing.keys()]);
    // Rows that are copied are not written anew: no trigger is to run on them, on any machine.
    await client.query("set local session_replication_role = replica");
    for (const [name, place] of missing) await placeTable(client, name, place);
    await client.query("set local session_replication_role = origin");
    for (const { of, name, definition } of keys)
      await client.query(`alter table ${of} add constraint ${quoted(client, name)} ${definition}`);
  }
  await letReferenceTablesBeLocked(client);
  await bringFunctions(client, "all");
  await letShardsBeMoved(client);
  return [...missing.keys()];
}

/** Settings of the database on every machine, for connections that are opened from then on. */
export const clusterSettings = (database: string) => [
  // Triggers on the workers write other tables, and policies there ask them.
  `alter database ${database} set citus.allow_nested_distributed_execution = on`,
  // A connection of the server asks the coordinator to pass its settings on; a worker must not pass them on again.
  `alter database ${database} set citus.propagate_set_commands = 'none'`,
];

/** Rows that lay on the coordinator before their table got its place are on the workers; what is left of them goes. */
async function forgetMovedRows(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.logicalrelid::regclass::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace and (p.partmethod = 'h' or p.repmodel = 't')
       and pg_relation_size(c.oid) > 0`,
  );
  for (const { name } of rows)
    await client.query("select truncate_local_data_after_distributing_table($1::regclass)", [name]);
}

async function tablesToPlace(client: Client): Promise<Map<string, Place>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
     and not exists (select 1 from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e') order by relname`,
  );
  const names = rows.map(({ name }) => name);
  const homeless = names.filter((name) => places[name] === undefined);
  if (homeless.length > 0)
    throw new DistributionProblem(
      `No place on a cluster is named for ${homeless.join(", ")}. Nothing was changed.`,
    );
  const placed = await placedTables(client);
  const misplaced = names.filter((name) => placed.has(name) && placed.get(name) !== places[name]);
  if (misplaced.length > 0)
    throw new DistributionProblem(
      `${misplaced.join(", ")}: placed otherwise than Klinika does. Nothing was changed.`,
    );
  const order: Place[] = ["reference", "clinic"];
  return new Map(
    order.flatMap((place) =>
      [...names]
        .sort((a, b) => Number(b === together) - Number(a === together))
        .filter((name) => places[name] === place && !placed.has(name))
        .map((name) => [name, place] as const),
    ),
  );
}

/** From these tables or to them. Citus makes none between a table that has its place and one that has none yet. */
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
 * Citus takes no query within a policy. On one machine `(select f())` asks once for each statement instead of once for
 * each row; on a cluster it is asked for each row that the rest of the policy does not let through.
 */
async function callInPolicies(client: Client, names: readonly string[]): Promise<void> {
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
    const asked = parts.filter(([, text]) => /\bselect\b/i.test(text ?? ""));
    const changes = asked.map(([kind, text]) => `${kind} (${withCalls(text ?? "", `${name} of ${of}`)})`);
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
 * On its shards Citus makes every policy a permissive one, and a row is let through that one of them lets through: what
 * a restrictive policy asks becomes a part of the others for its roles.
 */
async function foldRestrictivePolicies(client: Client): Promise<void> {
  const { rows } = await client.query<Policy>(
    `select polname::text as name, polrelid::regclass::text as of, not polpermissive as "isRestrictive",
            polroles::regrole[]::text[] as roles, pg_get_expr(polqual, polrelid) as using,
            pg_get_expr(polwithcheck, polrelid) as check
     from pg_policy
     where polrelid in (select polrelid from pg_policy where not polpermissive)
       and polrelid::regclass::text = any ($1)`,
    [Object.keys(places).filter((name) => places[name] !== "local")],
  );
  for (const restrictive of rows.filter(({ isRestrictive }) => isRestrictive)) {
    const { of, using: alsoUsing, roles } = restrictive;
    const alsoCheck = restrictive.check ?? alsoUsing;
    for (const other of rows) {
      if (other.isRestrictive || other.of !== of || !other.roles.some((role) => roles.includes(role)))
        continue;
      if (other.roles.some((role) => !roles.includes(role)))
        throw new DistributionProblem(
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
 * A shard moves while it is written to by logical replication, as a member of its table's owner, and PostgreSQL replicates
 * into no table whose policies that role is held to. FORCE, which holds the owner to them, goes; each of these tables has a
 * policy that lets its owner through (`migrations`), so that nobody sees a row more or less.
 */
async function letRowsBeReplicated(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; is_open: boolean }>(
    `select c.relname::text as name,
            exists (select from pg_policy p
                    where p.polrelid = c.oid and p.polcmd = '*' and c.relowner = any (p.polroles)
                      and pg_get_expr(p.polqual, p.polrelid) = 'true') as is_open
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and c.relname = any ($1)`,
    [Object.keys(places).filter((name) => places[name] !== "local")],
  );
  for (const { name, is_open } of rows) {
    if (!is_open)
      throw new DistributionProblem(
        `${name} has no policy for its owner, which a cluster cannot hold to the others. Nothing was changed.`,
      );
    await client.query(`alter table ${name} no force row level security`);
  }
}

/** As PostgreSQL writes `(select f())`. */
export const policyCall = /\( SELECT (\w+\(\)) AS \w+\)/g;

/** `( SELECT f() AS f)` as `f()`. @throws DistributionProblem where a query asks more than that */
function withCalls(text: string, policy: string): string {
  const calls = text.replaceAll(policyCall, "$1");
  if (/\bselect\b/i.test(calls))
    throw new DistributionProblem(
      `The policy ${policy} holds a query, which a cluster does not take. Nothing was changed.`,
    );
  return calls;
}

async function placeTable(client: Client, name: string, place: Place): Promise<void> {
  // A shard without a log cannot move while it is written to.
  const { rowCount } = await client.query(
    "select 1 from pg_class where oid = $1::regclass and relpersistence = 'u'",
    [name],
  );
  if (rowCount) await client.query(`alter table ${name} set logged`);
  if (place === "reference") await client.query("select create_reference_table($1::regclass)", [name]);
  else
    await client.query("select create_distributed_table($1::regclass, 'clinic_id', colocate_with => $2)", [
      name,
      name === together ? "none" : together,
    ]);
}

/** To write a copied table Citus locks it on a worker as the role that writes, which takes the right to update it. */
async function letReferenceTablesBeLocked(client: Client): Promise<void> {
  const names = Object.keys(places).filter((name) => places[name] === "reference");
  const { rows } = await client.query<{ role: string; of: string }>(
    `select distinct g.grantee::regrole::text as role, c.oid::regclass::text as of
     from pg_class c, aclexplode(c.relacl) g
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and g.privilege_type in ('INSERT', 'DELETE')
       and g.grantee <> 0 and not has_table_privilege(g.grantee, c.oid, 'update')`,
    [names],
  );
  for (const { role, of } of rows) await client.query(`grant update on ${of} to ${role}`);
}

/** A shard that moves is made anew by the owner of its table, who must be allowed to call what its triggers call. */
async function letShardsBeMoved(client: Client): Promise<void> {
  const { rows } = await client.query<{ called: string; owner: string }>(
    `select distinct t.tgfoid::regprocedure::text as called, c.relowner::regrole::text as owner
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
       and not has_function_privilege(c.relowner, t.tgfoid, 'execute')`,
  );
  for (const { called, owner } of rows) await client.query(`grant execute on function ${called} to ${owner}`);
}

/**
 * Those that a body names are no dependency that Citus would follow. Rows that are copied need them there before; those
 * that take or answer a table's row follow their table. Citus leaves PUBLIC the right to call them.
 */
async function bringFunctions(client: Client, which: "of no table" | "all"): Promise<void> {
  const { rows } = await client.query<{ name: string; is_there: boolean; is_closed: boolean }>(
    `select p.oid::regprocedure::text as name,
            exists (select 1 from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid) as is_there,
            p.proacl is not null and not exists (
              select 1 from aclexplode(p.proacl) g where g.grantee = 0 and g.privilege_type = 'EXECUTE') as is_closed
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       and ($1 = 'all' or not exists (
         select 1 from pg_depend d left join pg_type t on d.refclassid = 'pg_type'::regclass and t.oid = d.refobjid
         where d.objid = p.oid and d.classid = 'pg_proc'::regclass
           and (d.refclassid = 'pg_class'::regclass or t.typrelid <> 0)))
     order by p.oid`,
    [which],
  );
  for (const { name, is_there } of rows)
    if (!is_there) await client.query("select create_distributed_function($1::regprocedure)", [name]);
  const closed = rows.filter(({ is_closed }) => is_closed).map(({ name }) => name);
  if (closed.length > 0) await client.query(`revoke execute on routine ${closed.join(", ")} from public`);
}

const quoted = (client: Client, name: string) => client.escapeIdentifier(name);
