import { Client, type ClientConfig } from "pg";
import { StartProblem } from "./start-problem.ts";

/** No statement of ours runs long enough for compiling it to pay. */
const ours =
  "-c jit=off -c role=klinika_app -c timezone=UTC -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000";

/**
 * To connect as klinika_app, which owns nothing and bypasses nothing. An address may bring options of its own, as some
 * services ask for: pg would take those alone, and the role would go. Ours come after them and win.
 */
export function asApplication(
  databaseUrl: string,
  more = "",
): Pick<ClientConfig, "connectionString" | "options"> {
  const options = `${ours}${more}`;
  const address = new URL(databaseUrl);
  const given = address.searchParams.get("options");
  if (given === null) return { connectionString: databaseUrl, options };
  address.searchParams.delete("options");
  return { connectionString: address.href, options: `${given} ${options}` };
}

/** True of a session that the policies hold. */
export const secondWallStands = "current_user = 'klinika_app' and row_security_active('patients')";

export const roleIsLost = (setting: "DATABASE_URL" | "DATABASE_REPLICA_URL") =>
  `${setting}: connections there do not start as the role klinika_app, which keeps clinics apart. A pooler on the way must hand on the start parameter \`options\` (not list it in ignore_startup_parameters).`;

/**
 * Refuses a way to the database on which the role is lost: what a query forgets would then be kept from no clinic.
 *
 * @throws StartProblem
 */
export async function requireSecondWall(databaseUrl: string): Promise<void> {
  const client = new Client({ ...asApplication(databaseUrl), application_name: "klinika-wall" });
  await client.connect();
  try {
    const { rows } = await client.query<{ stands: boolean }>(`select ${secondWallStands} as stands`);
    if (!rows[0]?.stands) throw new StartProblem(roleIsLost("DATABASE_URL"));
  } finally {
    await client.end();
  }
}
