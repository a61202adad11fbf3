import type { Client } from "pg";

/**
 * The database roles, none of which bypasses row-level security (managed services do not give that right).
 * owner runs migrations, app serves requests, auth owns the sign-in functions, referral those that take a patient
 * from one clinic to another, notice those that tell users of any clinic, admin the platform's counts, backup reads
 * everything.
 */
export const databaseRoles = [
  "klinika_owner",
  "klinika_app",
  "klinika_auth",
  "klinika_referral",
  "klinika_notice",
  "klinika_admin",
  "klinika_backup",
] as const;

const rolesLock = 42_000;

/** Creates the roles that are missing and lets the connecting user act as each of them. */
export async function ensureRoles(client: Client): Promise<void> {
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock($1)", [rolesLock]);
  for (const role of databaseRoles) {
    const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [role]);
    if (!rowCount) await client.query(`create role ${role} nologin noinherit nobypassrls`);
    const { rows } = await client.query("select pg_has_role(current_user, $1, 'MEMBER') as is_member", [
      role,
    ]);
    if (!rows[0]?.is_member) await client.query(`grant ${role} to current_user`);
  }
  // Migrations hand functions over to the roles that own them.
  await client.query("grant klinika_auth, klinika_referral, klinika_notice, klinika_admin to klinika_owner");
  await client.query("commit");

  const database = client.escapeIdentifier(client.database ?? "postgres");
  await client.query(`grant create on database ${database} to klinika_owner`);
  await client.query(
    "grant create, usage on schema public to klinika_owner, klinika_auth, klinika_referral, klinika_notice, klinika_admin",
  );
  await client.query("grant usage on schema public to klinika_app, klinika_backup");
}

/** What keeps the second wall from standing, in words, or null. Asked as the application's role at each start. */
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
