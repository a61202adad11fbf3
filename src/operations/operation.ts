import { hostname, userInfo } from "node:os";
import type { Client } from "pg";
import { isDistributed } from "#server/database/cluster/cluster-nodes.ts";
import { rollBack } from "#server/database/roll-back.ts";
import type { Settings } from "#server/settings.ts";

/** What an operator's command works with. */
export type Surroundings = {
  /** Connected as the user of the database; each step takes the role it needs. */
  client: Client;
  settings: Settings;
  now: Date;
};

/** Wrong words on the command line, or something that is not there: one line for the operator, no trace. */
export class OperationProblem extends Error {}

/** One command of `npm run admin`. Returns the lines to print. */
export type Operation = {
  /** "reset-owner-password EMAIL" */
  usage: string;
  does: string;
  run(surroundings: Surroundings, words: readonly string[], databaseUrl: string): Promise<string[]>;
};

type Role = "klinika_owner" | "klinika_auth" | "klinika_backup";

/** All of the work or none of it, with the rights of one role; without one, of the database's own user. */
export async function inTransaction<T>(
  client: Client,
  role: Role | null,
  work: () => Promise<T>,
  mode: "read write" | "repeatable read, read only" = "read write",
): Promise<T> {
  await client.query(`begin transaction ${mode === "read write" ? mode : `isolation level ${mode}`}`);
  try {
    if (role !== null) await client.query(`set local role ${role}`);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

/** What transactions set from now on is set on the other machines of a cluster too. A transaction keeps to one role then. */
export async function settingEverywhere(client: Client): Promise<{ isCluster: boolean }> {
  const isCluster = await isDistributed(client);
  if (isCluster) await client.query("set citus.propagate_set_commands = 'local'");
  return { isCluster };
}

/** In the transaction of the operation it records, as klinika_owner. Never contains a password. */
export async function logOperation(
  { client, now }: Surroundings,
  command: string,
  details: Record<string, unknown>,
  clinicId: number | null = null,
): Promise<void> {
  const operator = `${userInfo().username}@${hostname()}`;
  await client.query("set local role klinika_owner");
  await client.query(
    "insert into platform_operations (happened_at, operator, command, about_clinic_id, details) values ($1, $2, $3, $4, $5)",
    [now, operator.slice(0, 255), command, clinicId, details],
  );
}

type FoundClinic = { id: number; name: string };

/** By its subdomain. In a transaction as klinika_owner or klinika_backup. */
export async function findClinic(client: Client, subdomain: string): Promise<FoundClinic> {
  const { rows } = await client.query<{ id: string; name: string }>(
    "select id, name from clinics where subdomain = $1",
    [subdomain],
  );
  const [found] = rows;
  if (!found) throw new OperationProblem(`No clinic has the subdomain "${subdomain}".`);
  return { id: Number(found.id), name: found.name };
}
