import { createHash } from "node:crypto";
import type { Client } from "pg";
import {
  inTransaction,
  logOperation,
  type Operation,
  type OperationContext,
  OperationError,
  propagateSettings,
} from "#operations/operation.ts";
import { hashPassword } from "#server/auth/password.ts";
import { randomPassword } from "#server/auth/random-password.ts";
import { nodeIdBits } from "#server/database/cluster/cluster-nodes.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { newStorageKey, type Storage } from "#server/storage/storage.ts";
import { importTables, type NewIds } from "./import-tables.ts";
import { ClinicArchive } from "./open-archive.ts";

export const importClinic: Operation = {
  usage: "import-clinic ARCHIVE [SUBDOMAIN]",
  does: "creates a new clinic from the archive of an exported one, with all its records, files and history, completely or not at all",
  async run(context, [path, wanted]) {
    if (!path) throw new OperationError("Name the archive, a ZIP file of a whole clinic.");
    const archive = await ClinicArchive.open(path);
    const storage = openStorage(context.settings);
    const stored = new Map<number, string>();
    try {
      await archive.verify("files/");
      const clinicId = await nextId(context.client);
      await storeFiles(archive, storage, { clinicId, stored });
      return await importArchive(context, archive, { clinicId, stored, wanted });
    } catch (error) {
      for (const key of stored.values()) await storage.remove(key);
      throw error;
    } finally {
      archive.close();
    }
  },
};

async function nextId(client: Client): Promise<number> {
  return inTransaction(client, "klinika_owner", async () => {
    const { rows } = await client.query<{ id: string }>("select nextval('klinika_id') as id");
    return Number(rows[0]?.id);
  });
}

/** No row refers to them yet. Each key is added to `stored`, so that the caller can remove the files if a later one fails. */
async function storeFiles(
  archive: ClinicArchive,
  storage: Storage,
  { clinicId, stored }: { clinicId: number; stored: Map<number, string> },
): Promise<void> {
  for (const [id, name] of archive.storedFiles()) {
    const key = newStorageKey(clinicId);
    stored.set(id, key);
    await storage.putStream(key, await archive.read(name)).catch((error: Error & { cause?: unknown }) => {
      throw error.cause instanceof OperationError
        ? new OperationError(`The archive is damaged: ${error.cause.message}. Nothing was changed.`)
        : error;
    });
  }
}

type Account = { id: number; email: string; role: string };

async function importArchive(
  context: OperationContext,
  archive: ClinicArchive,
  { clinicId, stored, wanted }: { clinicId: number; stored: Map<number, string>; wanted: string | undefined },
): Promise<string[]> {
  const { client, now } = context;
  const { manifest } = archive;
  const { isCluster } = await propagateSettings(client);
  return inTransaction(client, null, async () => {
    await prepareTransaction(client, isCluster);
    const accounts = await readAccounts(archive);
    const [own] = await linesOf<{ name: string; subdomain: string }>(archive, "clinics");
    const subdomain = wanted ?? own?.subdomain ?? "";
    await requireFree(client, subdomain);
    const { rows } = await client.query<{ id: string }>(
      "select nextval('klinika_id') as id from generate_series(1, $1)",
      [accounts.length],
    );
    const ids: NewIds = {
      clinic: clinicId,
      former: manifest.clinicId,
      outside: await placeholderClinic(client, archive, { subdomain, now }),
      accounts: new Map(accounts.map(({ id }, index) => [id, Number(rows[index]?.id)])),
      storedAs: stored,
    };
    await client.query("select set_config('app.clinic_id', $1, true)", [String(clinicId)]);
    await importTables(client, archive, ids, subdomain);
    for (const id of ids.accounts.values())
      await client.query("insert into credentials (user_id, password_hash, changed_at) values ($1, $2, $3)", [
        id,
        await hashPassword(randomPassword()),
        now,
      ]);
    await advanceSequence(client, clinicId, isCluster);
    // Its trigger orders the next row of the record history after the imported ones.
    if (isCluster) await client.query("set local session_replication_role = origin");
    await client.query(
      "insert into record_history (clinic_id, event, changes, happened_at) values ($1, 'clinic.import', $2, $3)",
      [
        clinicId,
        { madeAt: manifest.madeAt, clinicId: manifest.clinicId, archive: manifestDigest(manifest) },
        now,
      ],
    );
    const patients = manifest.tables.patients ?? 0;
    await logOperation(
      context,
      "import-clinic",
      { patients, files: stored.size, madeAt: manifest.madeAt },
      clinicId,
    );
    const { rows: owners } = await client.query<{ email: string; renamed: boolean }>(
      "select email, email like 'account-%.invalid' as renamed from users where clinic_id = $1 order by role <> 'owner', id",
      [clinicId],
    );
    return [
      `${own?.name}: ${patients} patients and ${stored.size} files were imported, with the subdomain "${subdomain}".`,
      `Nobody has a password yet. Give the owner one: npm run admin -- reset-owner-password ${owners[0]?.email}`,
      ...owners
        .filter(({ renamed }) => renamed)
        .map(({ email }) => `An account's email address is taken here; it has ${email} until it is changed.`),
    ];
  });
}

/** Identifies the archive among several of the same clinic. */
const manifestDigest = ({ entries }: ClinicArchive["manifest"]) =>
  createHash("sha256")
    .update(entries.map(({ sha256 }) => sha256).join())
    .digest("hex");

/**
 * Disables triggers as the database's own user, the only one who may, and then switches to the owner of the tables. On
 * a cluster the user stays, a superuser: Citus copies rows to its nodes, which a role bound by the policies cannot do.
 */
async function prepareTransaction(client: Client, isCluster: boolean): Promise<void> {
  await client.query("create temporary table incoming (line jsonb) on commit drop");
  await client.query("create temporary table stored_as (id bigint primary key, key text) on commit drop");
  await client.query("grant all on incoming, stored_as to klinika_owner");
  await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
  await client.query("set local session_replication_role = replica").catch((error: { code?: string }) => {
    if (error.code !== "42501") throw error;
    throw new OperationError(
      "The user of DATABASE_URL may not load rows without triggers. As a superuser: GRANT SET ON PARAMETER session_replication_role TO that user. Nothing was changed.",
    );
  });
  if (!isCluster) await client.query("set local role klinika_owner");
}

async function linesOf<Row>(archive: ClinicArchive, table: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const line of archive.lines(`data/${table}.ndjson`)) rows.push(JSON.parse(line) as Row);
  return rows;
}

async function readAccounts(archive: ClinicArchive): Promise<Account[]> {
  const accounts = await linesOf<Account>(archive, "users");
  if (accounts.some(({ role }) => role === "admin"))
    throw new OperationError(
      "The archive contains a platform administrator among the clinic's accounts. Nothing was changed.",
    );
  if (!accounts.some(({ role }) => role === "owner"))
    throw new OperationError("The archive contains no owner's account. Nothing was changed.");
  return accounts;
}

async function requireFree(client: Client, subdomain: string): Promise<void> {
  if (!/^[a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?$/.test(subdomain))
    throw new OperationError(`"${subdomain}" is no subdomain. Use small letters, digits and hyphens.`);
  const { rowCount } = await client.query("select from clinics where subdomain = $1", [subdomain]);
  if (rowCount)
    throw new OperationError(
      `A clinic here has the subdomain "${subdomain}" already. Name another after the archive. Nothing was changed.`,
    );
}

/** The archive does not contain the other clinics of its referrals: one inactive clinic stands for all of them. */
async function placeholderClinic(
  client: Client,
  archive: ClinicArchive,
  { subdomain, now }: { subdomain: string; now: Date },
): Promise<number | null> {
  let isNeeded = false;
  for await (const line of archive.lines("data/referrals.ndjson"))
    isNeeded ||= !line.includes('"status":"letter"');
  if (!isNeeded) return null;
  const { rows } = await client.query<{ id: string }>(
    `insert into clinics (name, subdomain, is_active, created_at, updated_at) values ('Clinics outside of this Klinika', $1, false, $2, $2) returning id`,
    [`${subdomain}-outside`, now],
  );
  return Number(rows[0]?.id);
}

/** Advances the sequence of ids beyond the imported ones. */
async function advanceSequence(client: Client, clinicId: number, isCluster: boolean): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('id', 'clinic_id') and not a.attisdropped) = 2`,
  );
  const ids = tables
    // On a cluster its ids are based on the clock.
    .filter(({ name }) => !isCluster || name !== "record_history")
    .map(({ name }) => `select max(id) as id from ${name} where clinic_id = $1 group by id >> ${nodeIdBits}`)
    .join(" union all ");
  const { rows } = await client.query<{ largest: string }>(
    `select max(id)::text as largest from (${ids}) ids group by id >> ${nodeIdBits}`,
    [clinicId],
  );
  const largest = rows.map(({ largest }) => Number(largest));
  if (largest.some((id) => !Number.isSafeInteger(id * 2)))
    throw new OperationError("The archive has ids that are too large. Nothing was changed.");
  // More than others can draw meanwhile.
  const margin = 1_000_000;
  if (!isCluster) {
    const newest = Math.max(0, ...largest);
    await client.query("select setval('klinika_id', $1) from klinika_id where last_value <= $2", [
      newest + margin,
      newest,
    ]);
    return;
  }
  const { rows: failed } = await client.query("select from run_command_on_all_nodes($1) where not success", [
    `select max(setval('klinika_id', largest + ${margin})) from klinika_id, pg_dist_local_group, unnest(array[${largest}]::bigint[]) largest
       where largest >> ${nodeIdBits} = groupid and last_value <= largest`,
  ]);
  if (failed.length > 0) throw new Error("A node of the cluster did not advance its sequence of ids.");
}
