import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { OperationError } from "#operations/operation.ts";
import { sealedFiles } from "#operations/stored-files.ts";
import { withoutEarlier } from "#server/database/adopt.ts";
import { isDistributed, nodeRoleOf } from "#server/database/cluster/cluster-nodes.ts";
import { migrate, migrationsLock, migrationsTable } from "#server/database/migrate.ts";
import { type Migration, migrationFiles } from "#server/database/migration-files.ts";
import { databaseRoles, ensureRoles } from "#server/database/roles.ts";
import { rollBack } from "#server/database/roll-back.ts";
import { withClient } from "#server/database/with-client.ts";
import type { Settings } from "#server/settings.ts";
import { decrypting, recipientOf } from "#server/storage/age-format.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import type { Content, Storage } from "#server/storage/storage.ts";
import {
  type BackedUpTable,
  fileOfTable,
  keyOfFile,
  type Manifest,
  readManifest,
  readSums,
  verifyBackup,
} from "./manifest.ts";
import { suspendConstraints } from "./suspend-constraints.ts";
import { canonicalSettings, hashTable, sequencesOf, type TableShape, tablesToBackUp } from "./tables.ts";

const filesAtOnce = 8;

type RestoreOrder = {
  databaseUrl: string;
  settings: Settings;
  folder: string;
  /** The result of `checkBackup` for this folder. */
  checked: CheckedBackup;
  /** Overwrites the database's content, which is lost. */
  replaces: boolean;
  /** Prints one line for the operator. */
  log: (line: string) => void;
};

type CheckedBackup = {
  manifest: Manifest;
  migrations: Migration[];
  /** The secret key that decrypts it; null for one that is not encrypted. */
  identity: string | null;
};

/** Checks a backup before anything is changed: its key, every byte, and that this program knows its schema. */
export async function checkBackup(folder: string, identity: string | null): Promise<CheckedBackup> {
  const { encryptedTo } = await readManifest(folder);
  if (encryptedTo !== undefined) await requireKey(folder, encryptedTo, identity);
  const manifest = await verifyBackup(folder);
  const files = await migrationFiles();
  const known = new Map(files.map((file) => [file.name, file]));
  const migrations = withoutEarlier(manifest.migrations, files).map(({ name, hash }) => {
    const file = known.get(name);
    if (file?.hash === hash) return file;
    throw new OperationError(
      `The backup was made by a newer Klinika (it has ${name}). Restore it with that one. Nothing was changed.`,
    );
  });
  return { manifest, migrations, identity: encryptedTo === undefined ? null : identity };
}

async function requireKey(folder: string, encryptedTo: string, identity: string | null): Promise<void> {
  const needed = `the secret key of ${encryptedTo}`;
  if (identity === null)
    throw new OperationError(
      `${folder} is encrypted. Set BACKUP_IDENTITY to ${needed}, or add --identity FILE. Nothing was changed.`,
    );
  const given = await recipientOf(identity).catch(() => {
    throw new OperationError("The secret key was mistyped. Copy it again. Nothing was changed.");
  });
  if (given !== encryptedTo)
    throw new OperationError(
      `${folder} is encrypted to another key: it needs ${needed}, and the one given is that of ${given}. Nothing was changed.`,
    );
}

/**
 * Restores a backup completely or not at all: files first, which no row refers to yet, then the whole database in
 * one transaction, committed only when every table's count and hash match the backup. A backup of an older schema
 * is then migrated.
 * @throws OperationError; the target is then unchanged
 */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  const { databaseUrl, settings, folder, log } = order;
  const { manifest, identity } = order.checked;
  await withClient({ connectionString: databaseUrl, application_name: "klinika-restore" }, async (client) => {
    await refuseCluster(client);
    const nodeRole = await nodeRoleOf(client);
    await ensureRoles(client, nodeRole);
    // Only the coordinator has the schema until its tables are distributed.
    if (nodeRole === "coordinator") await client.query("set citus.enable_ddl_propagation = off");
    await refuseWhileServing(client);
    const keysBefore = await refuseNonEmpty(client, order.replaces);
    const storage = openStorage(settings);
    const put: string[] = [];
    try {
      await putFiles(folder, identity, storage, put, log);
      log("Restoring the database");
      await restoreDatabase(client, folder, order.checked);
    } catch (error) {
      for (const key of put) if (!keysBefore.has(key)) await storage.remove(key).catch(() => undefined);
      throw error;
    }
    // Files that the database no longer refers to.
    const restored = new Set(put);
    for (const key of keysBefore) if (!restored.has(key)) await storage.remove(key);
  });
  await migrate(databaseUrl);
  return manifest;
}

async function refuseCluster(client: Client): Promise<void> {
  if (await isDistributed(client))
    throw new OperationError(
      "The database is distributed over the nodes of a cluster. Restore the backup into a new database on its coordinator, then: npm run admin -- distribute. Nothing was changed.",
    );
}

async function refuseWhileServing(client: Client): Promise<void> {
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'klinika' limit 1",
  );
  if (rows.length > 0)
    throw new OperationError("Klinika is running on this database. Stop it first. Nothing was changed.");
}

/** Returns the keys of the files that the database refers to, those that wait for removal included. */
async function refuseNonEmpty(client: Client, replaces: boolean): Promise<Set<string>> {
  const has = async (table: string) =>
    (await client.query("select to_regclass($1) as found", [`public.${table}`])).rows[0]?.found != null;
  await client.query("begin; set local role klinika_owner");
  try {
    const hasRows = async (table: string) =>
      (await has(table)) && ((await client.query(`select from ${table} limit 1`)).rowCount ?? 0) > 0;
    if (!replaces && ((await hasRows("clinics")) || (await hasRows("patients"))))
      throw new OperationError(
        "The database is not empty. Add --replace to overwrite it with the backup: the data that is there now is then lost. Nothing was changed.",
      );
    const keys = new Set<string>();
    const sources: [table: string, query: string][] = [
      ["files", "select stored_as as key from files"],
      ["sealed_records", sealedFiles],
    ];
    for (const [table, query] of sources) {
      if (!(await has(table))) continue;
      const { rows } = await client.query<{ key: string }>(query);
      for (const { key } of rows) keys.add(key);
    }
    return keys;
  } finally {
    await rollBack(client);
  }
}

/** Appends each stored key to `done`, so that the caller can remove them if a later one fails. */
async function putFiles(
  folder: string,
  identity: string | null,
  storage: Storage,
  done: string[],
  log: (line: string) => void,
): Promise<void> {
  const sums = [...(await readSums(folder))].filter(([path]) => path.startsWith("files/"));
  if (sums.length > 0) log(`Copying ${sums.length} files into the file store`);
  const failures: unknown[] = [];
  const next = sums.values();
  const work = async () => {
    for (const [path, sum] of next) {
      if (failures.length > 0) return;
      const key = keyOfFile(path, identity !== null);
      try {
        const file = join(folder, path);
        const content =
          identity === null
            ? { blob: await openAsBlob(file), sha256: Buffer.from(sum, "hex") }
            : await decryptedContent(file, identity);
        await storage.put(key, content);
        done.push(key);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, work));
  if (failures.length > 0) throw failures[0];
}

/** In memory: no stored file is larger than the limit for uploads. */
async function decryptedContent(file: string, identity: string): Promise<Content> {
  const through = decrypting([identity]);
  const [plain] = await Promise.all([buffer(through), pipeline(createReadStream(file), through)]);
  return { blob: new Blob([plain]), sha256: createHash("sha256").update(plain).digest() };
}

async function restoreDatabase(
  client: Client,
  folder: string,
  { manifest, migrations, identity }: CheckedBackup,
): Promise<void> {
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1)", [migrationsLock]);
    await client.query(canonicalSettings);
    await dropKlinikaObjects(client);
    await client.query("set local role klinika_owner");
    await client.query(migrationsTable);
    for (const { name, sql, hash } of migrations) {
      await client.query(sql);
      await client.query("set local role klinika_owner");
      await client.query("insert into migrations (name, hash) values ($1, $2)", [name, hash]);
    }
    const shapes = await shapesOf(client, manifest);
    const guards = await suspendConstraints(client);
    for (const shape of shapes) await client.query(`truncate ${client.escapeIdentifier(shape.name)}`);
    for (const shape of shapes) await load(client, folder, identity, shape);
    await guards.createIndexes();
    for (const name of await sequencesOf(client))
      await client.query("select setval($1::text::regclass, $2::bigint)", [
        client.escapeIdentifier(name),
        manifest.sequences[name] ?? "1",
      ]);
    const wrong = await differences(client, shapes, manifest);
    if (wrong.length > 0) throw new OperationError(`Not restored: ${wrong.join("; ")}. Nothing was changed.`);
    await guards.reinstate();
    // Without statistics the first queries would be planned for empty tables.
    for (const { name } of shapes) await client.query(`analyze ${client.escapeIdentifier(name)}`);
    await client.query("commit");
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

/**
 * Drops what the roles of Klinika own in this schema, and nothing else. Not DROP OWNED, which also revokes privileges
 * in the other databases of the server.
 */
async function dropKlinikaObjects(client: Client): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string; owner: string }>(
    `select kind, name, rolname as owner from (
       select 1 as step, c.oid::regclass::text as name, c.relowner as owner,
              case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
       union all
       select 2, p.oid::regprocedure::text, p.proowner, 'routine'
       from pg_proc p where p.pronamespace = 'public'::regnamespace
       union all
       select 3, t.oid::regtype::text, t.typowner, 'type'
       from pg_type t left join pg_class c on c.oid = t.typrelid
       where t.typnamespace = 'public'::regnamespace and (t.typtype in ('d', 'e', 'r') or c.relkind = 'c')
     ) own join pg_roles on pg_roles.oid = owner where rolname = any ($1) order by step, name`,
    [databaseRoles],
  );
  for (const { kind, name, owner } of rows) {
    await client.query(`set local role ${owner}`);
    await client.query(`drop ${kind} if exists ${name} cascade`);
  }
  // As in a new database, which the first migrations expect; a later one revokes it again.
  for (const role of databaseRoles) {
    await client.query(`set local role ${role}`);
    await client.query("alter default privileges grant execute on functions to public");
  }
  await client.query("reset role");
}

/** In the order of the backup's columns: the same schema may have been made in another one. */
async function shapesOf(client: Client, manifest: Manifest): Promise<TableShape[]> {
  const backedUp = new Map(manifest.tables.map(({ name, columns }) => [name, columns]));
  const shapes = await tablesToBackUp(client);
  const fits = ({ name, columns }: TableShape) =>
    columns.toSorted().join() === backedUp.get(name)?.toSorted().join();
  if (shapes.length !== backedUp.size || !shapes.every(fits))
    throw new OperationError(
      "The backup's tables do not match its schema: its manifest is damaged. Nothing was changed.",
    );
  return shapes.map((shape) => ({ ...shape, columns: backedUp.get(shape.name) ?? shape.columns }));
}

async function load(
  client: Client,
  folder: string,
  identity: string | null,
  { name, columns }: TableShape,
): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  await pipeline([
    createReadStream(join(folder, fileOfTable(name, identity !== null))),
    ...(identity === null ? [] : [decrypting([identity])]),
    createGunzip(),
    client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${list}) from stdin with (freeze)`)),
  ]);
}

/**
 * Compares the hash of each table with the manifest's. Counts only describe a difference: backups from before
 * 26 November 2026 may state 0 for a table with rows.
 */
async function differences(client: Client, shapes: TableShape[], manifest: Manifest): Promise<string[]> {
  const backedUp = new Map<string, BackedUpTable>(manifest.tables.map((table) => [table.name, table]));
  const wrong: string[] = [];
  for (const shape of shapes) {
    const now = await hashTable(client, shape);
    const then = backedUp.get(shape.name);
    if (now.sha256 === then?.sha256) continue;
    if (now.rows !== then?.rows) wrong.push(`${shape.name} has ${now.rows} rows instead of ${then?.rows}`);
    else wrong.push(`${shape.name} has different rows than the backup`);
  }
  return wrong;
}
