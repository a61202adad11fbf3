import { hostname, userInfo } from "node:os";
import type { Client } from "pg";
import { isDistributed } from "#server/database/cluster/cluster-nodes.ts";
import { rollBack } from "#server/database/roll-back.ts";
import type { Settings } from "#server/settings.ts";

/** What an operator's command works with. */
export type OperationContext = {
  /** Connected as the user of the database; each step sets the role it needs. */
  client: Client;
  settings: Settings;
  now: Date;
  /** Prints one line of progress. */
  log: (line: string) => void;
};

/** A mistake on the command line, or a condition that the operator can fix: printed without a stack trace. */
export class OperationError extends Error {
  readonly exitCode: number = 1;
}

/** Nothing is wrong with what was checked, but the check says little. */
export class InconclusiveError extends OperationError {
  override readonly exitCode = 2;
}

/** One command of `npm run admin`. Returns the lines to print. */
export type Operation = {
  /** "reset-owner-password EMAIL" */
  usage: string;
  does: string;
  run(context: OperationContext, words: readonly string[], databaseUrl: string): Promise<string[]>;
};

type Role = "klinika_owner" | "klinika_auth" | "klinika_backup";

/** Runs the work in one transaction, with the rights of one role; without a role, of the database's own user. */
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

/** On a cluster, makes SET LOCAL apply on all nodes. A transaction must then use one role only. */
export async function propagateSettings(client: Client): Promise<{ isCluster: boolean }> {
  const isCluster = await isDistributed(client);
  if (isCluster) await client.query("set citus.propagate_set_commands = 'local'");
  return { isCluster };
}

/**
 * In the operation's own transaction, whose role is klinika_owner afterwards. `details` never contain a password.
 * Skipped on a schema that is older than the operations log.
 */
export async function logOperation(
  { client, now }: Pick<OperationContext, "client" | "now">,
  command: string,
  details: Record<string, unknown>,
  clinicId: number | null = null,
): Promise<void> {
  const operator = `${userInfo().username}@${hostname()}`;
  await client.query("set local role klinika_owner");
  const { rows } = await client.query("select to_regclass('public.platform_operations') as found");
  if (!rows[0]?.found) return;
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
  if (!found) throw new OperationError(`No clinic has the subdomain "${subdomain}".`);
  return { id: Number(found.id), name: found.name };
}
