import { join } from "node:path";
import type { Client } from "pg";
import { HistoryHeads, sealedLogs } from "#server/audit/history-heads.ts";
import type { Settings } from "#server/settings.ts";
import { listBackups } from "./backup/manifest.ts";
import { everyPatientIsRecorded } from "./check-data/records.ts";
import { compareWithBackup, compareWithHead, compareWithStored, isHead } from "./history-head.ts";
import {
  InconclusiveError,
  inTransaction,
  logOperation,
  type Operation,
  OperationError,
} from "./operation.ts";
import { checkLogs, compareLogWithStored, type LogHead } from "./sealed-logs.ts";

/** A literal clinic_id on each table lets a cluster route the query to one node. */
const inClinic = (row: string, clinic: number) => `${row}.clinic_id = ${clinic}`;

/** Each seal with the stored hash of the one before it, so that one changed seal does not invalidate the next. */
const chain = (clinic: number) => `
  select s.*, c.name as clinic, coalesce(lag(s.last_history_id) over in_order, 0) as after_id,
         coalesce(lag(s.hash) over in_order, ''::bytea) as previous
  from record_history_seals s join clinics c on c.id = s.clinic_id where ${inClinic("s", clinic)}
  window in_order as (order by s.last_history_id)`;

const rowsOf = (seal: string, clinic: number) =>
  `record_history h where ${inClinic("h", clinic)} and h.id > ${seal}.after_id and h.id <= ${seal}.last_history_id`;

/** On a worker of a cluster the row has the type of its shard and must be cast to that of the table. */
const wholeRow = (row: string) => `row(${row}.*)::record_history`;

type Row = {
  clinic: string;
  id: string;
  is_sealed: boolean;
  is_found: boolean;
  /** The row that was sealed with the content that this id has now. */
  moved_from: string | null;
};

/** Destroying a record after its retention clears the values of its rows, and adds a row that records it. */
const isCleared = (row: string, clinic: number) =>
  `(${row}.changes = '{}' and exists (select 1 from record_history destroyed
      where ${inClinic("destroyed", clinic)} and destroyed.patient_id = ${row}.patient_id
        and destroyed.event = 'patient.destroy' and destroyed.id > ${row}.id))`;

/** No seal covers the short form that lists show: a row counts as changed if it does not match the row. */
const shownHash = `
  case when h.short_changes is null or h.short_changes = shorten_json(h.changes) then history_row_hash(${wholeRow("h")}) else '' end`;

/** Rows whose hash differs from their seal. */
const changedRows = (clinic: number) => `
  with changed as (
    select chain.clinic, row.*
    from (${chain(clinic)}) chain cross join lateral (
      select coalesce(sealed.id, found.id) as id, sealed.hash as sealed, found.hash as found
      from unnest(chain.row_ids, chain.row_hashes) as sealed (id, hash)
      full join (select h.id, ${shownHash} as hash, ${isCleared("h", clinic)} as is_cleared
                 from ${rowsOf("chain", clinic)}) found on found.id = sealed.id
      where sealed.hash is distinct from found.hash and (sealed.hash is null or found.is_cleared is not true)) row
    where chain.row_ids is not null)
  select changed.clinic, changed.id, changed.sealed is not null as is_sealed, changed.found is not null as is_found,
         -- Compares all pairs; skipped for many rows, where moves are unlikely.
         case when count(*) over () <= 200 then
           (select origin.id from changed origin, record_history h
            where origin.id <> changed.id and ${inClinic("h", clinic)} and h.id = changed.id
              and history_row_hash(jsonb_populate_record(${wholeRow("h")}, jsonb_build_object('id', origin.id))) = origin.sealed
            limit 1) end as moved_from
  from changed order by changed.id`;

type Seal = { clinic: string; first_id: string; last_id: string; sealed: number; found: number };

/** Seals whose hash is wrong. For seals from before rows had their own hash, this includes changed rows. */
const changedSeals = (clinic: number) => `
  select chain.clinic, chain.after_id + 1 as first_id, chain.last_history_id as last_id, chain.row_count as sealed,
         case when chain.row_ids is null then old_rows.found else chain.row_count end as found
  from (${chain(clinic)}) chain
  left join lateral (
    select count(*)::integer as found, coalesce(string_agg(history_row_text(${wholeRow("h")}), E'\\x1e' order by h.id), '') as body,
           coalesce(bool_or(${isCleared("h", clinic)}), false) as is_cleared
    from ${rowsOf("chain", clinic)}) old_rows on chain.row_ids is null
  left join lateral (
    select string_agg(hash, ''::bytea order by ordinal) as body
    from unnest(chain.row_hashes) with ordinality as hashes (hash, ordinal)) hashes on chain.row_ids is not null
  where sha256(chain.previous || coalesce(hashes.body, convert_to(old_rows.body, 'UTF8'))) is distinct from chain.hash
    and not (chain.row_ids is null and chain.row_count = old_rows.found and old_rows.is_cleared)
  order by chain.last_history_id`;

type Totals = { seals: number; rows: number; cleared: number; unnamed: number; named_since: string | null };
/** As PostgreSQL returns them. */
type TotalsRow = { [K in keyof Totals]: string | null };

const totals = (clinic: number) => `
  select count(*)::integer as seals, coalesce(sum(row_count), 0) as rows,
         coalesce(sum(row_count) filter (where row_ids is null), 0) as unnamed,
         (select count(*) from record_history h where ${inClinic("h", clinic)} and ${isCleared("h", clinic)}) as cleared,
         to_char(min(sealed_at) filter (where row_ids is not null) at time zone 'Asia/Manila', 'YYYY-MM-DD') as named_since
  from record_history_seals s where ${inClinic("s", clinic)}`;

const usage = "check-history [HEAD]…";
const MAX_UNRECORDED = 20;

export const checkHistory: Operation = {
  usage,
  does: "verifies the hash chains of every clinic's record history, of sign-ins and of the console log, lists rows changed since they were sealed, and compares with backups and with heads from the log",
  async run(context, heads) {
    const { client, settings } = context;
    const unknown = heads.filter((word) => !isHead(word));
    if (unknown.length > 0)
      throw new OperationError(
        `${usage}\nA head is the historyHead of a line in the log: a number, a colon, 64 digits.`,
      );
    const { rows, seals, total, unrecorded, logs, truncation } = await inTransaction(
      client,
      "klinika_backup",
      async () => ({
        ...(await readChain(client)),
        unrecorded: await findUnrecorded(client),
        logs: await checkLogs(client),
        truncation: await findTruncation(client, settings, heads),
      }),
      "repeatable read, read only",
    );
    const broken =
      rows.length + seals.length + unrecorded.length + logs.against.length + truncation.against.length;
    await inTransaction(client, "klinika_owner", () =>
      logOperation(context, "check-history", { seals: total.seals, broken }),
    );
    if (broken > 0)
      throw new OperationError(
        [
          ...rows.map(describeRow),
          ...seals.map(describeSeal),
          ...unrecorded,
          ...logs.against,
          ...truncation.against,
          ...truncation.notes,
        ].join("\n"),
      );
    const lines = [
      `All ${total.rows} sealed rows of the record history are unchanged.`,
      ...cleared(total),
      ...(logs.sealed > 0
        ? [`All ${logs.sealed} sealed rows of sign-ins and the console log are unchanged.`]
        : []),
      ...truncation.notes,
      ...older(total),
    ];
    if (truncation.compared === 0) throw new InconclusiveError(lines.join("\n"));
    return lines;
  },
};

type Restoration = { taken_at: Date; happened_at: Date };

/** A chain that was cut off at its end still verifies: only a copy of its head elsewhere shows it. */
async function findTruncation(client: Client, { backupFolder, dataDir }: Settings, heads: readonly string[]) {
  const folders = new Set([backupFolder ?? "backups", join(dataDir, "backups")]);
  const backups = (await Promise.all([...folders].map(listBackups)))
    .flat()
    .filter(({ manifest }) => manifest.historyHead !== undefined);
  const { rows: restorations } = await client.query<Restoration>(
    "select (details ->> 'takenAt')::timestamptz as taken_at, happened_at from platform_operations where command = 'restore'",
  );
  // Seals from between the restored backup and its restore are missing on purpose.
  const isSuperseded = (takenAt: Date) =>
    restorations.some(({ taken_at, happened_at }) => taken_at < takenAt && takenAt < happened_at);
  const comparable = backups.filter(({ takenAt }) => !isSuperseded(takenAt));
  // Per clinic the oldest backup that contradicts it.
  const against = new Map<string, string>();
  for (const backup of comparable)
    for (const [clinic, line] of await compareWithBackup(client, backup))
      if (!against.has(clinic)) against.set(clinic, line);
  for (const head of heads) {
    const line = await compareWithHead(client, head);
    if (line !== null) against.set(head, line);
  }
  const stored = (await new HistoryHeads(dataDir).ofClinics()).filter(
    ({ storedAt }) => !isSuperseded(storedAt),
  );
  for (const head of stored) {
    const line = await compareWithStored(client, head);
    if (line !== null && !against.has(String(head.clinicId))) against.set(String(head.clinicId), line);
  }
  const ofLogs: LogHead[] = [];
  for (const log of sealedLogs)
    ofLogs.push(...(await new HistoryHeads(dataDir).of(log)).map((head) => ({ ...head, log })));
  const storedLogs = ofLogs.filter(({ storedAt }) => !isSuperseded(storedAt));
  for (const head of storedLogs) {
    const line = await compareLogWithStored(client, head);
    if (line !== null && !against.has(head.log)) against.set(head.log, line);
  }
  const skipped = backups.length - comparable.length;
  const compared = comparable.length + heads.length + stored.length;
  return {
    compared,
    against: [...against.values()],
    notes: [
      compared > 0
        ? `Compared with ${comparable.length} backups, ${heads.length} heads from the log and ${stored.length} in ${dataDir}.`
        : "Nothing outside the database to compare with: name a head from the log, set BACKUP_FOLDER, or run this where Klinika's data folder is.",
      ...(skipped > 0 ? [`${skipped} backups were skipped: an older one was restored after them.`] : []),
    ],
  };
}

/** Patients whose registration the history does not have: it was deleted, with its seals or before it was sealed. */
async function findUnrecorded(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ clinic: string | null; row: string }>(
    `select c.name as clinic, missing.row from (${everyPatientIsRecorded.violations} limit ${MAX_UNRECORDED}) missing
     left join clinics c on c.id = missing.clinic_id`,
  );
  return rows.map(({ clinic, row }) => `${clinic}, record history: no line of the registration of ${row}.`);
}

async function readChain(client: Client) {
  const rows: Row[] = [];
  const seals: Seal[] = [];
  const total: Totals = { seals: 0, rows: 0, cleared: 0, unnamed: 0, named_since: null };
  const { rows: clinics } = await client.query<{ id: string }>("select id from clinics order by id");
  for (const clinic of clinics.map(({ id }) => Number(id))) {
    rows.push(...(await client.query<Row>(changedRows(clinic))).rows);
    seals.push(...(await client.query<Seal>(changedSeals(clinic))).rows);
    const [part] = (await client.query<TotalsRow>(totals(clinic))).rows;
    for (const count of ["seals", "rows", "cleared", "unnamed"] as const)
      total[count] += Number(part?.[count]);
    const { named_since } = part ?? {};
    if (named_since && named_since < (total.named_since ?? "~")) total.named_since = named_since;
  }
  return { rows, seals, total };
}

/** Their hashes remain, their content is destroyed. */
const cleared = ({ cleared: count }: Totals): string[] =>
  count === 0
    ? []
    : [`${count} of them belong to records destroyed after their retention, and have no values.`];

/** Rows that were sealed before each had its own hash can only be checked together. */
function older({ unnamed, named_since }: Totals): string[] {
  if (unnamed === 0) return [];
  const since = named_since === null ? "" : ` Rows are checked one by one since ${named_since}.`;
  return [`${unnamed} of them were sealed together by the minute, and are reported together.${since}`];
}

function describeRow({ clinic, id, is_sealed, is_found, moved_from }: Row): string {
  const what = !is_found
    ? "deleted after it was sealed"
    : moved_from !== null
      ? `reordered: it has what was sealed as row ${moved_from}`
      : is_sealed
        ? "changed after it was sealed"
        : "inserted among sealed rows";
  return `${clinic}, record history, row ${id}: ${what}.`;
}

function describeSeal({ clinic, first_id, last_id, sealed, found }: Seal): string {
  const range = first_id === last_id ? `row ${last_id}` : `rows ${first_id} to ${last_id}`;
  const what =
    found === sealed ? "changed or reordered after it was sealed" : `${found} where ${sealed} were sealed`;
  return `${clinic}, record history, ${range}: ${what}.`;
}
