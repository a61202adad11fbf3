import type { Client } from "pg";
import type { Migration } from "../migration-files.ts";
import { isDistributed } from "./cluster-nodes.ts";
import { distributeSchema } from "./distribute-tables.ts";

/**
 * Runs migrations on the coordinator of a cluster, as klinika_owner. Until the tables are distributed, the schema exists
 * on the coordinator only. From then on Citus propagates each migration to the workers, and a new table is distributed
 * before the next one, which may refer to it.
 */
export async function migrateCluster(
  client: Client,
  files: readonly Migration[],
  run: (file: Migration, split: (sql: string) => readonly string[]) => Promise<boolean>,
): Promise<void> {
  const isUndistributed = !(await isDistributed(client));
  await client.query(`set citus.enable_ddl_propagation = ${isUndistributed ? "off" : "on"}`);
  if (isUndistributed) {
    for (const file of files) await run(file, (sql) => [sql]);
    return;
  }
  await client.query("set citus.multi_shard_modify_mode = 'sequential'");
  const split = (sql: string) => statementsOf(sql).flatMap(withoutPropagation);
  for (const file of files) {
    // A migration changes roles, and Citus connects to the workers as the current one.
    await client.query("set citus.propagate_set_commands = 'none'");
    if ((await run(file, split)) && statementsOf(file.sql).some((statement) => isNewTable.test(statement)))
      await distribute(client);
  }
  await distribute(client);
}

async function distribute(client: Client): Promise<void> {
  await client.query("reset role");
  await distributeSchema(client);
  await client.query("set role klinika_owner");
}

const isNewTable = /^(?:\s|--.*\n)*create (?:unlogged )?table\b/i;

/** Citus refuses a foreign key from a local table to a distributed one, so a new table is created on the coordinator only. */
const withoutPropagation = (statement: string): string[] =>
  isNewTable.test(statement)
    ? [
        "set local citus.enable_ddl_propagation = off",
        statement,
        "set local citus.enable_ddl_propagation = on",
      ]
    : [statement];

/** Tokens in which a semicolon ends no statement (quoted text, names, comments), and the text between them. */
const tokens = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|--.*|;|[^$'"\-;]+|[$-]/g;

/** Citus forwards some statements verbatim, and workers accept one per message. */
export function statementsOf(sql: string): string[] {
  const statements = [""];
  for (const [token] of sql.matchAll(tokens)) {
    statements.push(`${statements.pop()}${token}`);
    if (token === ";") statements.push("");
  }
  return statements.filter((statement) => statement.replace(/--.*|;/g, "").trim() !== "");
}
