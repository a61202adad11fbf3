import type { Client } from "pg";
import { serverRole } from "./application-role.ts";
import type { NodeRole } from "./cluster/cluster-nodes.ts";

/**
 * The database roles, none of which bypasses row-level security (managed services do not grant that). owner runs
 * migrations, app serves requests, backup reads everything. The others own database functions: auth those for sign-in,
 * referral those that copy a patient to another clinic, notice those that notify users of any clinic, merge those that
 * move one patient's entries to another, admin the platform's counts, jobs the one that finds background work.
 */
export const databaseRoles = [
  "klinika_owner",
  "klinika_app",
  "klinika_auth",
  "klinika_referral",
  "klinika_notice",
  "klinika_merge",
  "klinika_admin",
  "klinika_jobs",
  "klinika_backup",
] as const;

const rolesLock = 42_000;

/**
 * Creates missing roles and lets the connecting user act as each of them. A lock serializes concurrent servers, since
 * PostgreSQL refuses concurrent grants on one database.
 */
export async function ensureRoles(client: Client, nodeRole: NodeRole = "standalone"): Promise<void> {
  // Citus connects to the workers as the current role. Without a password, only the nodes themselves are let in.
  const login = nodeRole === "coordinator" ? "login" : "nologin";
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock($1)", [rolesLock]);
  for (const role of databaseRoles) {
    const { rows } = await client.query<{ may: boolean }>(
      "select rolcanlogin as may from pg_roles where rolname = $1",
      [role],
    );
    if (!rows[0]) await client.query(`create role ${role} ${login} noinherit nobypassrls`);
    else if (nodeRole === "coordinator" && !rows[0].may) await client.query(`alter role ${role} login`);
    if (!(await maySetRole(client, role))) await client.query(`grant ${role} to current_user`);
  }
  // Migrations transfer functions to the roles that own them.
  await client.query(
    "grant klinika_auth, klinika_referral, klinika_notice, klinika_merge, klinika_admin, klinika_jobs to klinika_owner",
  );
  await ensureServerLogin(client);
  const database = client.escapeIdentifier(client.database ?? "postgres");
  // A temporary table could shadow a table that is named without its schema.
  await client.query(
    `do $$ begin
       if (select pg_has_role(current_user, datdba, 'USAGE') from pg_database where datname = current_database()) then
         execute format('revoke temporary on database %I from public', current_database());
       end if;
     end $$`,
  );
  // Large objects belong to no clinic, and no policy applies to them. Only a superuser can take the right away.
  await client.query(
    `do $$ begin
       if (select rolsuper from pg_roles where rolname = current_user)
          and has_function_privilege('klinika_app', 'lo_create(oid)', 'execute') then
         revoke execute on function lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public;
       end if;
     end $$`,
  );
  await client.query(`grant create on database ${database} to klinika_owner`);
  await client.query(
    "grant create, usage on schema public to klinika_owner, klinika_auth, klinika_referral, klinika_notice, klinika_merge, klinika_admin, klinika_jobs",
  );
  await client.query("grant usage on schema public to klinika_app, klinika_backup");
  await client.query("commit");
}

/**
 * The login role of the server's connections. It has no rights of its own and may only become klinika_app, so that
 * a statement that resets the role gains nothing.
 */
async function ensureServerLogin(client: Client): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [serverRole]);
  if (!rowCount)
    await client.query(
      `create role ${serverRole} login noinherit nosuperuser nocreaterole nocreatedb nobypassrls`,
    );
  if (!(await maySetRole(client, serverRole))) await client.query(`grant ${serverRole} to current_user`);
  const { rows } = await client.query<{ may: boolean }>(
    "select pg_has_role($1, 'klinika_app', 'MEMBER') as may",
    [serverRole],
  );
  if (!rows[0]?.may) await client.query(`grant klinika_app to ${serverRole}`);
}

/** Since PostgreSQL 16 the creator of a role is its member, but may still not act as it. */
async function maySetRole(client: Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role(current_user, $1,
       case when current_setting('server_version_num')::integer < 160000 then 'MEMBER' else 'SET' end) as may`,
    [role],
  );
  return rows[0]?.may === true;
}

/**
 * Grants klinika_backup what migrations did not: tables that belong to no clinic, the sequence of ids, and a policy on
 * tables without one. Changes nothing if nothing is missing.
 */
export async function grantBackupAccess(client: Client): Promise<void> {
  await client.query("begin");
  await client.query("set local role klinika_owner");
  await client.query("set local lock_timeout = '5s'");
  for (const { name, may_read, lacks_policy } of await readableByBackup(client)) {
    const relation = client.escapeIdentifier(name);
    if (!may_read) await client.query(`grant select on ${relation} to klinika_backup`);
    if (lacks_policy)
      await client.query(
        `create policy whole_for_backup on ${relation} for select to klinika_backup using (true)`,
      );
  }
  await client.query("commit");
}

/** Tables that klinika_backup cannot read completely. */
export async function findUnreadable(client: Client): Promise<string[]> {
  const relations = await readableByBackup(client);
  return relations
    .filter(({ may_read, lacks_policy, is_restricted }) => !may_read || lacks_policy || is_restricted)
    .map(({ name }) => name);
}

type ReadableByBackup = { name: string; may_read: boolean; lacks_policy: boolean; is_restricted: boolean };

/**
 * A role reads all rows if a policy of its own permits all of them and no restrictive policy applies to it. The one for
 * confidential entries applies to other roles, so backups are complete.
 */
async function readableByBackup(client: Client): Promise<ReadableByBackup[]> {
  const { rows } = await client.query<ReadableByBackup>(
    `select c.relname::text as name, has_table_privilege('klinika_backup', c.oid, 'select') as may_read,
            c.relrowsecurity and not exists (
              select 1 from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
              and 'klinika_backup'::regrole::oid = any (p.polroles)
              and pg_get_expr(p.polqual, p.polrelid) = 'true') as lacks_policy,
            c.relrowsecurity and exists (
              select 1 from pg_policy p, unnest(p.polroles) as applies_to (role)
              where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('r', '*')
              and (applies_to.role = 0 or pg_has_role('klinika_backup', applies_to.role, 'usage'))) as is_restricted
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S')
     order by c.relname`,
  );
  return rows;
}

/** @returns why row-level security would not apply to klinika_app, or null. Checked at each start */
export async function findRoleProblem(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ is_super: boolean; bypasses: boolean; owns: string | null }>(
    `select r.rolsuper as is_super, r.rolbypassrls as bypasses,
            (select string_agg(c.relname, ', ') from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p')) as owns
     from pg_roles r where r.rolname = 'klinika_app'`,
  );
  const role = rows[0];
  if (!role) return "The database role klinika_app is missing.";
  if (role.is_super || role.bypasses)
    return "The database role klinika_app may bypass row-level security: take that right away.";
  if (role.owns) return `The database role klinika_app owns ${role.owns}: hand it to klinika_owner.`;
  return null;
}
