import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { OperationProblem } from "#operations/operation.ts";
import { isDistributed, nodeRoleOf } from "#server/database/cluster/cluster-nodes.ts";
import {
  type Migration,
  migrate,
  migrationFiles,
  migrationsLock,
  migrationsTable,
} from "#server/database/migrate.ts";
import { databaseRoles, ensureRoles } from "#server/database/roles.ts";
import { rollBack } from "#server/database/roll-back.ts";
import type { Settings } from "#server/settings.ts";
import { decrypting, recipientOf } from "#server/storage/age-format.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import type { Content, Storage } from "#server/storage/storage.ts";
import { liftGuards } from "./lift-guards.ts";
import {
  type BackedUpTable,
  fileOfTable,
  keyOfFile,
  type Manifest,
  readManifest,
  readSums,
  verifyBackup,
} from "./manifest.ts";
import { hashTable, sameTextEverywhere, sequencesOf, type TableShape, tablesToBackUp } from "./tables.ts";

const filesAtOnce = 8;

type RestoreOrder = {
  databaseUrl: string;
  settings: Settings;
  folder: string;
  /** What `checkBackup` answered for this folder. */
  checked: CheckedBackup;
  /** Replaces the database's content, which is lost. */
  replaces: boolean;
  /** Takes one line for the person at the screen. */
  log: (line: string) => void;
};

type CheckedBackup = {
  manifest: Manifest;
  migrations: Migration[];
  /** The secret key that decrypts it; null for one that is not encrypted. */
  identity: string | null;
};

/** Checks a backup before it touches a database: its key, every byte, and a schema that this program knows. */
export async function checkBackup(folder: string, identity: string | null): Promise<CheckedBackup> {
  const { encryptedTo } = await readManifest(folder);
  if (encryptedTo !== undefined) await requireKey(folder, encryptedTo, identity);
  const manifest = await verifyBackup(folder);
  const known = new Map((await migrationFiles()).map((file) => [file.name, file]));
  const migrations = manifest.migrations.map(({ name, hash }) => {
    const file = known.get(name);
    if (file?.hash === hash) return file;
    throw new OperationProblem(
      `The backup was made by a newer Klinika (it has ${name}). Restore it with that one. Nothing was changed.`,
    );
  });
  return { manifest, migrations, identity: encryptedTo === undefined ? null : identity };
}

async function requireKey(folder: string, encryptedTo: string, identity: string | null): Promise<void> {
  const needed = `the secret key of ${encryptedTo}`;
  if (identity === null)
    throw new OperationProblem(
      `${folder} is encrypted. Set BACKUP_IDENTITY to ${needed}, or add --identity FILE. Nothing was changed.`,
    );
  const given = await recipientOf(identity).catch(() => {
    throw new OperationProblem("The secret key was mistyped. Copy it again. Nothing was changed.");
  });
  if (given !== encryptedTo)
    throw new OperationProblem(
      `${folder} is encrypted to another key: it needs ${needed}, and the one given is that of ${given}. Nothing was changed.`,
    );
}

/**
 * Restores a backup completely or not at all: files first, which no row refers to yet, then the whole database in
 * one transaction, committed only when every table's count and hash match the backup. A backup of an older schema
 * is then migrated.
 * @throws OperationProblem; the target is then unchanged
 */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  const { databaseUrl, settings, folder, log } = order;
  const { manifest, identity } = order.checked;
  const client = new Client({ connectionString: databaseUrl, application_name: "klinika-restore" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await refuseCluster(client);
    const nodeRole = await nodeRoleOf(client);
    await ensureRoles(client, nodeRole);
    // The schema is the coordinator's alone until its tables are distributed.
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
    const kept = new Set(put);
    for (const key of keysBefore) if (!kept.has(key)) await storage.remove(key);
  } finally {
    await client.end();
  }
  await migrate(databaseUrl);
  return manifest;
}

async function refuseCluster(client: Client): Promise<void> {
  if (await isDistributed(client))
    throw new OperationProblem(
      "The database is spread over the machines of a cluster. Restore the backup into a new database on its coordinator, then: npm run admin -- distribute. Nothing was changed.",
    );
}

async function refuseWhileServing(client: Client): Promise<void> {
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'klinika' limit 1",
  );
  if (rows.length > 0)
    throw new OperationProblem("Klinika serves on this database. Stop it first. Nothing was changed.");
}

/** Returns the keys of the files that the database refers to. */
async function refuseNonEmpty(client: Client, replaces: boolean): Promise<Set<string>> {
  const has = async (table: string) =>
    (await client.query("select to_regclass($1) as found", [`public.${table}`])).rows[0]?.found != null;
  await client.query("begin; set local role klinika_owner");
  try {
    const isThere = async (table: string) =>
      (await has(table)) && ((await client.query(`select from ${table} limit 1`)).rowCount ?? 0) > 0;
    if (!replaces && ((await isThere("clinics")) || (await isThere("patients"))))
      throw new OperationProblem(
        "The database is not empty. Add --replace to put the backup in its place: what it holds now is then gone. Nothing was changed.",
      );
    const keys = new Set<string>();
    const sources: [table: string, query: string][] = [
      ["files", "select stored_as as key from files"],
      [
        "sealed_records",
        `select f ->> 'stored_as' as key from sealed_records s,
           jsonb_array_elements(case jsonb_typeof(s.record -> 'files') when 'array' then s.record -> 'files' else '[]' end) f`,
      ],
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

/** `done` grows with each file, so that what was put can be taken out again when a later one fails. */
async function putFiles(
  folder: string,
  identity: string | null,
  storage: Storage,
  done: string[],
  log: (line: string) => void,
): Promise<void> {
  const sums = [...(await readSums(folder))].filter(([path]) => path.startsWith("files/"));
  if (sums.length > 0) log(`Putting ${sums.length} files into the store`);
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

/** No stored file is larger than an upload may be, so that some of them fit into memory. */
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
    await client.query(sameTextEverywhere);
    await removeOwn(client);
    await client.query("set local role klinika_owner");
    await client.query(migrationsTable);
    for (const { name, sql, hash } of migrations) {
      await client.query(sql);
      await client.query("set local role klinika_owner");
      await client.query("insert into migrations (name, hash) values ($1, $2)", [name, hash]);
    }
    const shapes = await shapesOf(client, manifest);
    const guards = await liftGuards(client);
    for (const shape of shapes) await client.query(`truncate ${client.escapeIdentifier(shape.name)}`);
    for (const shape of shapes) await load(client, folder, identity, shape);
    await guards.createIndexes();
    for (const name of await sequencesOf(client))
      await client.query("select setval($1::text::regclass, $2::bigint)", [
        client.escapeIdentifier(name),
        manifest.sequences[name] ?? "1",
      ]);
    const wrong = await differences(client, shapes, manifest);
    if (wrong.length > 0)
      throw new OperationProblem(`Not restored: ${wrong.join("; ")}. Nothing was changed.`);
    await guards.putUp();
    // Without it the first lists would be planned as for empty tables.
    for (const { name } of shapes) await client.query(`analyze ${client.escapeIdentifier(name)}`);
    await client.query("commit");
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

/**
 * What the roles of Klinika own in this schema, and nothing else of the database. Not DROP OWNED, which takes rights
 * away from the other databases of the server as well.
 */
async function removeOwn(client: Client): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string; owner: string }>(
    `select kind, name, rolname as owner from (
       select 1 as turn, c.oid::regclass::text as name, c.relowner as owner,
              case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
       union all
       select 2, p.oid::regprocedure::text, p.proowner, 'routine'
       from pg_proc p where p.pronamespace = 'public'::regnamespace
       union all
       select 3, t.oid::regtype::text, t.typowner, 'type'
       from pg_type t left join pg_class c on c.oid = t.typrelid
       where t.typnamespace = 'public'::regnamespace and (t.typtype in ('d', 'e', 'r') or c.relkind = 'c')
     ) own join pg_roles on pg_roles.oid = owner where rolname = any ($1) order by turn, name`,
    [databaseRoles],
  );
  for (const { kind, name, owner } of rows) {
    await client.query(`set local role ${owner}`);
    await client.query(`drop ${kind} if exists ${name} cascade`);
  }
  // As in a new database, which the first migrations were written for; a later one closes functions from birth.
  for (const role of databaseRoles) {
    await client.query(`set local role ${role}`);
    await client.query("alter default privileges grant execute on functions to public");
  }
  await client.query("reset role");
}

async function shapesOf(client: Client, manifest: Manifest): Promise<TableShape[]> {
  const shapes = await tablesToBackUp(client);
  const described = (tables: { name: string; columns: string[] }[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns]).sort());
  if (described(shapes) === described(manifest.tables)) return shapes;
  throw new OperationProblem(
    "The backup's tables are not those of its schema: its manifest is damaged. Nothing was changed.",
  );
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
 * Compares the hash of each table with the manifest's. The counts only tell what differs: until 26 November 2026 a backup
 * might say 0 for rows that it holds.
 */
async function differences(client: Client, shapes: TableShape[], manifest: Manifest): Promise<string[]> {
  const kept = new Map<string, BackedUpTable>(manifest.tables.map((table) => [table.name, table]));
  const wrong: string[] = [];
  for (const shape of shapes) {
    const now = await hashTable(client, shape);
    const then = kept.get(shape.name);
    if (now.sha256 === then?.sha256) continue;
    if (now.rows !== then?.rows) wrong.push(`${shape.name} has ${now.rows} rows instead of ${then?.rows}`);
    else wrong.push(`${shape.name} has other rows than the backup`);
  }
  return wrong;
}
