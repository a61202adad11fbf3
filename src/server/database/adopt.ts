import { createHash } from "node:crypto";
import type { Client } from "pg";
import { catalogOf } from "./catalog.ts";
import { isDistributed } from "./cluster/cluster-nodes.ts";
import { type Migration, MigrationError } from "./migration-files.ts";
import { rollBack } from "./roll-back.ts";

/** The first and the last migration of the versions before 0.1.0. */
export const earlier = { first: "0001_rules.sql", last: "0263_gestation_at_birth.sql" };

/** The last of the files that create the schema which those migrations ended with. */
export const lastOfSchema = "0025_platform.sql";

/** Of the catalog after `earlier.last`, by `hashOfCatalog`. */
export const earlierCatalog = "1cfc168b0ef69759989cdba89d7b178a88e1ff471c6c99c0896ac0a6f11943c8";

/** SHA-256 of the lines. */
export async function hashOfCatalog(client: Client): Promise<string> {
  const lines = await catalogOf(client);
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

type Ran = { name: string; hash: string };

/**
 * The migrations that a database or backup has, where those of an earlier version count as the files that now create
 * the same schema. @throws MigrationError when it is older than the last of those versions
 */
export function withoutEarlier(ran: readonly Ran[], files: readonly Migration[]): readonly Ran[] {
  if (!ran.some(({ name }) => name === earlier.first)) return ran;
  if (!ran.some(({ name }) => name === earlier.last))
    throw new MigrationError(
      "The data is of a version long before 0.1.0. Start the last version before 0.1.0 on it once, then this one.",
    );
  return files.filter(({ name }) => name <= lastOfSchema);
}

/**
 * Records that a database of the last version before 0.1.0 has the schema of the first files, after comparing its
 * catalog. That of a distributed database differs by design and is not compared.
 *
 * @returns the migrations that the database has
 * @throws MigrationError
 */
export async function adoptEarlier(
  client: Client,
  ran: readonly Ran[],
  files: readonly Migration[],
): Promise<readonly Ran[]> {
  const adopted = withoutEarlier(ran, files);
  if (adopted === ran) return ran;
  if (!(await isDistributed(client)) && (await hashOfCatalog(client)) !== earlierCatalog)
    throw new MigrationError(
      "The schema of the database is not the one of the last version before 0.1.0: something was changed by hand. Undo that, or restore a backup.",
    );
  await client.query("begin");
  try {
    await client.query("delete from migrations");
    for (const { name, hash } of adopted)
      await client.query("insert into migrations (name, hash) values ($1, $2)", [name, hash]);
    await client.query("commit");
  } catch (error) {
    await rollBack(client);
    throw error;
  }
  return adopted;
}
