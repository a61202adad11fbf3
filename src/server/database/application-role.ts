import { createHmac } from "node:crypto";
import { Client, type ClientConfig, type DatabaseError } from "pg";
import { StartProblem } from "../start-problem.ts";
import { hasCode, retry } from "./retry.ts";

/** The role that the server's connections log in as, and act as klinika_app. */
export const serverRole = "klinika_server";

/** Without a password the database authenticates the role in another way (trust, a certificate). */
export type ServerLogin = { user: string; password: string | null };

/**
 * DATABASE_APP_URL's user if set. Otherwise klinika_server, whose password is derived from the one in DATABASE_URL:
 * every process computes the same one, and nothing is stored.
 */
export function serverLogin(databaseUrl: string, appUrl: string | null = null): ServerLogin {
  if (appUrl !== null) {
    const { user = "", password } = new Client({ connectionString: appUrl });
    return { user, password: password || null };
  }
  const { password } = new Client({ connectionString: databaseUrl });
  return {
    user: serverRole,
    password: password
      ? createHmac("sha256", password).update(`password of ${serverRole}`).digest("base64url")
      : null,
  };
}

/** JIT is off since statements are too short for it to pay. A request that waits for a lock occupies a connection, so it waits briefly. */
const sessionOptions =
  "-c jit=off -c role=klinika_app -c timezone=UTC -c statement_timeout=15000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=30000";

/**
 * Options to connect as klinika_app, which owns nothing and bypasses nothing. An address may contain options, as
 * some services require: pg would use only those, and the role would be lost. So Klinika's are appended and override them.
 */
export function asApplication(
  databaseUrl: string,
  { user, password }: ServerLogin,
  more = "",
): Pick<ClientConfig, "connectionString" | "options"> {
  const address = new URL(databaseUrl);
  address.username = encodeURIComponent(user);
  address.password = encodeURIComponent(password ?? "");
  const given = address.searchParams.get("options");
  address.searchParams.delete("options");
  const options = `${sessionOptions}${more}`;
  return { connectionString: address.href, options: given === null ? options : `${given} ${options}` };
}

/** True in a session that row-level security applies to. */
export const rowSecurityApplies = "current_user = 'klinika_app' and row_security_active('patients')";

/** True if the login role has rights of its own, or may become another role than klinika_app. */
const loginIsPowerful = `
  exists (select 1 from pg_roles r where r.rolname = session_user
          and (r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolbypassrls or r.rolreplication))
  or exists (select 1 from pg_roles r where r.rolname not in (session_user, 'klinika_app')
             and pg_has_role(session_user, r.oid, 'MEMBER'))`;

export const roleIsLost = (setting: "DATABASE_URL" | "DATABASE_APP_URL" | "DATABASE_REPLICA_URL") =>
  `${setting}: connections there do not start as the role klinika_app, which keeps clinics apart. A pooler on the way must hand on the start parameter \`options\` (not list it in ignore_startup_parameters).`;

const loginRefused = (setting: string, user: string, reason: string) =>
  `${setting}: the database does not let ${user} in (${reason}). Where a pooler or pg_hba.conf lists its users, add one of your own with CREATE ROLE klinika_web LOGIN NOINHERIT PASSWORD '…'; GRANT klinika_app TO klinika_web; and set DATABASE_APP_URL to its address.`;

/**
 * Refuses a database connection that loses the role (row-level security would then not apply), and a login that
 * could become more than klinika_app.
 * @throws StartProblem
 */
export async function requireSecondWall(databaseUrl: string, appUrl: string | null = null): Promise<void> {
  const setting = appUrl === null ? "DATABASE_URL" : "DATABASE_APP_URL";
  const login = serverLogin(databaseUrl, appUrl);
  const client = new Client({
    ...asApplication(appUrl ?? databaseUrl, login),
    application_name: "klinika-wall",
  });
  try {
    await client.connect();
  } catch (error) {
    if (!isRefusedLogin(error)) throw error;
    throw new StartProblem(loginRefused(setting, login.user, (error as Error).message));
  }
  try {
    const { rows } = await client.query<{ stands: boolean; is_powerful: boolean }>(
      `select ${rowSecurityApplies} as stands, ${loginIsPowerful} as is_powerful`,
    );
    if (!rows[0]?.stands) throw new StartProblem(roleIsLost(setting));
    if (rows[0].is_powerful)
      throw new StartProblem(
        `${setting}: ${login.user} may do more in the database than act as klinika_app. Take its other rights and roles away, or leave DATABASE_APP_URL out.`,
      );
  } finally {
    await client.end();
  }
}

/** Class 28 of PostgreSQL's error codes: invalid authorization. */
const isRefusedLogin = (error: unknown) => (error as DatabaseError).code?.startsWith("28") === true;

/** PostgreSQL's error for the second of two concurrent changes to one role: "tuple concurrently updated". */
const concurrentUpdate = "XX000";
const passwordAttempts = 5;

/**
 * Sets klinika_server's password if it differs, as after DATABASE_URL's was changed. Roles belong to the whole server,
 * beyond the reach of a lock in one database, so of two processes that start together the second retries.
 */
export async function ensureServerPassword(client: Client, databaseUrl: string): Promise<void> {
  const login = serverLogin(databaseUrl);
  const { password } = login;
  if (password === null) return;
  await retry({ attempts: passwordAttempts, when: hasCode(concurrentUpdate) }, async () => {
    if (await canLogIn(databaseUrl, login)) return;
    // Other reasons are reported by requireSecondWall.
    await client.query(`alter role ${serverRole} password ${client.escapeLiteral(password)}`);
  });
}

async function canLogIn(databaseUrl: string, login: ServerLogin): Promise<boolean> {
  const client = new Client({ ...asApplication(databaseUrl, login), application_name: "klinika-login" });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
