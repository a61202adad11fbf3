import type { Client } from "pg";
import type { Migration } from "../migrate.ts";
import { isDistributed } from "./cluster-nodes.ts";
import { distributeWhole } from "./distribute-tables.ts";

/**
 * Runs migrations on the coordinator of a cluster, as klinika_owner. Until its tables are distributed the schema is the
 * coordinator's alone. From then on Citus takes what a migration changes to the workers, and a table that it makes gets its
 * place when all have run.
 */
export async function migrateCluster(
  client: Client,
  files: readonly Migration[],
  run: (file: Migration, statements: readonly string[]) => Promise<void>,
): Promise<void> {
  const isWhole = !(await isDistributed(client));
  await client.query(`set citus.enable_ddl_propagation = ${isWhole ? "off" : "on"}`);
  if (isWhole) {
    for (const file of files) await run(file, [file.sql]);
    return;
  }
  await client.query("set citus.multi_shard_modify_mode = 'sequential'");
  // A migration acts as several roles, and a worker is spoken to by each as itself.
  await client.query("set citus.propagate_set_commands = 'none'");
  for (const file of files) await run(file, statementsOf(file.sql).flatMap(madeHereFirst));
  await client.query("reset role");
  await distributeWhole(client);
  await client.query("set role klinika_owner");
}

const isNewTable = /^(?:\s|--.*\n)*create (?:unlogged )?table\b/i;

/** Citus makes no foreign key from a table that has no place yet to one that has: a new table is made on the coordinator alone. */
const madeHereFirst = (statement: string): string[] =>
  isNewTable.test(statement)
    ? [
        "set local citus.enable_ddl_propagation = off",
        statement,
        "set local citus.enable_ddl_propagation = on",
      ]
    : [statement];

/** What a semicolon does not end: a quoted text, a name, a comment. */
const pieces = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|--.*|;|[^$'"\-;]+|[$-]/g;

/** Citus hands some statements on as they were sent, and a worker takes one at a time. */
export function statementsOf(sql: string): string[] {
  const statements = [""];
  for (const [piece] of sql.matchAll(pieces)) {
    statements.push(`${statements.pop()}${piece}`);
    if (piece === ";") statements.push("");
  }
  return statements.filter((statement) => statement.replace(/--.*|;/g, "").trim() !== "");
}
