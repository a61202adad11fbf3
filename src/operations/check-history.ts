import { join } from "node:path";
import type { Client } from "pg";
import type { Settings } from "#server/settings.ts";
import { listBackups } from "./backup/manifest.ts";
import { againstBackup, againstHead, isHead } from "./history-head.ts";
import { inTransaction, logOperation, type Operation, OperationProblem } from "./operation.ts";

/** Of one clinic: a cluster finds the machine that all of it lies on by the value, which each table is told. */
const isOf = (row: string, clinic: number) => `${row}.clinic_id = ${clinic}`;

/** A seal with the one before it as that one is stored, so that one touched seal accuses no other. */
const chain = (clinic: number) => `
  select s.*, c.name as clinic, coalesce(lag(s.last_history_id) over in_order, 0) as after_id,
         coalesce(lag(s.hash) over in_order, ''::bytea) as previous
  from record_history_seals s join clinics c on c.id = s.clinic_id where ${isOf("s", clinic)}
  window in_order as (partition by s.clinic_id order by s.last_history_id)`;

const rowsOf = (seal: string, clinic: number) =>
  `record_history h where ${isOf("h", clinic)} and h.clinic_id = ${seal}.clinic_id and h.id > ${seal}.after_id and h.id <= ${seal}.last_history_id`;

/** On a worker of a cluster the row is one of a shard, and is made one of the table. */
const wholeRow = (row: string) => `row(${row}.*)::record_history`;

type Row = {
  clinic: string;
  id: string;
  is_sealed: boolean;
  is_found: boolean;
  /** The row that was sealed with the content now under this id. */
  moved_from: string | null;
};

/** Destroying a record after its retention clears the values in its rows, and records that in a row of its own. */
const isCleared = (row: string, clinic: number) =>
  `(${row}.changes = '{}' and exists (select 1 from record_history destroyed
      where ${isOf("destroyed", clinic)} and destroyed.clinic_id = ${row}.clinic_id and destroyed.patient_id = ${row}.patient_id
        and destroyed.event = 'patient.destroy' and destroyed.id > ${row}.id))`;

/** The short form that lists show is part of no seal: a row whose short form is not its own counts as touched. */
const shownHash = `
  case when h.short_changes is null or h.short_changes = shorten_json(h.changes) then history_row_hash(${wholeRow("h")}) else '' end`;

/** Rows whose hash differs from their seal. */
const touchedRows = (clinic: number) => `
  with touched as (
    select chain.clinic, chain.clinic_id, row.*
    from (${chain(clinic)}) chain cross join lateral (
      select coalesce(sealed.id, found.id) as id, sealed.hash as sealed, found.hash as found
      from unnest(chain.row_ids, chain.row_hashes) as sealed (id, hash)
      full join (select h.id, ${shownHash} as hash, ${isCleared("h", clinic)} as is_cleared
                 from ${rowsOf("chain", clinic)}) found on found.id = sealed.id
      where sealed.hash is distinct from found.hash and (sealed.hash is null or found.is_cleared is not true)) row
    where chain.row_ids is not null)
  select touched.clinic, touched.id, touched.sealed is not null as is_sealed, touched.found is not null as is_found,
         -- Each is held against each: of so many that were touched at once none was merely moved.
         case when count(*) over () <= 200 then
           (select origin.id from touched origin, record_history h
            where origin.clinic_id = touched.clinic_id and origin.id <> touched.id
              and ${isOf("h", clinic)} and h.clinic_id = touched.clinic_id and h.id = touched.id
              and history_row_hash(jsonb_populate_record(${wholeRow("h")}, jsonb_build_object('id', origin.id))) = origin.sealed
            limit 1) end as moved_from
  from touched order by touched.clinic_id, touched.id`;

type Seal = { clinic: string; first_id: string; last_id: string; sealed: number; found: number };

/** Seals that are not as they were made; of those from before rows had their own hash, also by their rows. */
const touchedSeals = (clinic: number) => `
  select chain.clinic, chain.after_id + 1 as first_id, chain.last_history_id as last_id, chain.row_count as sealed,
         case when chain.row_ids is null then old_rows.found else chain.row_count end as found
  from (${chain(clinic)}) chain
  left join lateral (
    select count(*)::integer as found, coalesce(string_agg(history_row_text(${wholeRow("h")}), E'\\x1e' order by h.id), '') as body,
           coalesce(bool_or(${isCleared("h", clinic)}), false) as is_cleared
    from ${rowsOf("chain", clinic)}) old_rows on chain.row_ids is null
  left join lateral (
    select string_agg(hash, ''::bytea order by place) as body
    from unnest(chain.row_hashes) with ordinality as kept (hash, place)) kept on chain.row_ids is not null
  where sha256(chain.previous || coalesce(kept.body, convert_to(old_rows.body, 'UTF8'))) is distinct from chain.hash
    and not (chain.row_ids is null and chain.row_count = old_rows.found and old_rows.is_cleared)
  order by chain.clinic_id, chain.last_history_id`;

type Totals = { seals: number; rows: number; cleared: number; unnamed: number; named_since: string | null };
/** As the database answers them. */
type Counted = { [K in keyof Totals]: string | null };

const totals = (clinic: number) => `
  select count(*)::integer as seals, coalesce(sum(row_count), 0) as rows,
         coalesce(sum(row_count) filter (where row_ids is null), 0) as unnamed,
         (select count(*) from record_history h where ${isOf("h", clinic)} and ${isCleared("h", clinic)}) as cleared,
         to_char(min(sealed_at) filter (where row_ids is not null) at time zone 'Asia/Manila', 'YYYY-MM-DD') as named_since
  from record_history_seals s where ${isOf("s", clinic)}`;

const usage = "check-history [HEAD]…";

export const checkHistory: Operation = {
  usage,
  does: "computes the hash chain of every clinic's record history anew and names the rows that are not as they were sealed; holds it against the backups and against heads from the log",
  async run(surroundings, heads) {
    const { client, settings } = surroundings;
    const unknown = heads.filter((word) => !isHead(word));
    if (unknown.length > 0)
      throw new OperationProblem(
        `${usage}\nA head is the historyHead of a line in the log: a number, a colon, 64 digits.`,
      );
    const { rows, seals, total, cut } = await inTransaction(
      client,
      "klinika_backup",
      async () => ({ ...(await readChain(client)), cut: await findCut(client, settings, heads) }),
      "repeatable read, read only",
    );
    const broken = rows.length + seals.length + cut.against.length;
    await inTransaction(client, "klinika_owner", () =>
      logOperation(surroundings, "check-history", { seals: total.seals, broken }),
    );
    if (broken > 0)
      throw new OperationProblem(
        [...rows.map(describeRow), ...seals.map(describeSeal), ...cut.against, ...cut.told].join("\n"),
      );
    return [
      `All ${total.rows} sealed rows of the record history are as they were sealed.`,
      ...cleared(total),
      ...cut.told,
      ...older(total),
    ];
  },
};

type Restoration = { taken_at: Date; happened_at: Date };

/** What was cut off at the end of a chain shows only in what was noted of it elsewhere. */
async function findCut(client: Client, { backupFolder, dataDir }: Settings, heads: readonly string[]) {
  const folders = new Set([backupFolder ?? "backups", join(dataDir, "backups")]);
  const backups = (await Promise.all([...folders].map(listBackups)))
    .flat()
    .filter(({ manifest }) => manifest.historyHead !== undefined);
  const { rows: restorations } = await client.query<Restoration>(
    "select (details ->> 'takenAt')::timestamptz as taken_at, happened_at from platform_operations where command = 'restore'",
  );
  // What was sealed between an older backup and its restore is missing by intention.
  const isPassed = (takenAt: Date) =>
    restorations.some(({ taken_at, happened_at }) => taken_at < takenAt && takenAt < happened_at);
  const held = backups.filter(({ takenAt }) => !isPassed(takenAt));
  // Per clinic the oldest backup that contradicts it.
  const against = new Map<string, string>();
  for (const backup of held)
    for (const [clinic, line] of await againstBackup(client, backup))
      if (!against.has(clinic)) against.set(clinic, line);
  for (const head of heads) {
    const line = await againstHead(client, head);
    if (line !== null) against.set(head, line);
  }
  const passed = backups.length - held.length;
  const all = held.length + heads.length;
  return {
    against: [...against.values()],
    told: [
      all > 0
        ? `Held against ${held.length} backups and ${heads.length} heads of the log.`
        : "Held against nothing outside the database: name a head from the log, or set BACKUP_FOLDER.",
      ...(passed > 0
        ? [`${passed} backups are from before the restoration of an older one, and were passed over.`]
        : []),
    ],
  };
}

async function readChain(client: Client) {
  const rows: Row[] = [];
  const seals: Seal[] = [];
  const total: Totals = { seals: 0, rows: 0, cleared: 0, unnamed: 0, named_since: null };
  const { rows: clinics } = await client.query<{ id: string }>("select id from clinics order by id");
  for (const clinic of clinics.map(({ id }) => Number(id))) {
    rows.push(...(await client.query<Row>(touchedRows(clinic))).rows);
    seals.push(...(await client.query<Seal>(touchedSeals(clinic))).rows);
    const [part] = (await client.query<Counted>(totals(clinic))).rows;
    for (const count of ["seals", "rows", "cleared", "unnamed"] as const)
      total[count] += Number(part?.[count]);
    const { named_since } = part ?? {};
    if (named_since && named_since < (total.named_since ?? "~")) total.named_since = named_since;
  }
  return { rows, seals, total };
}

/** Of these the seal's hash remains, and the content is destroyed. */
const cleared = ({ cleared: count }: Totals): string[] =>
  count === 0 ? [] : [`${count} of them are of records destroyed after their retention, and hold no values.`];

/** Rows that were sealed before each had its own hash cannot be checked one by one. */
function older({ unnamed, named_since }: Totals): string[] {
  if (unnamed === 0) return [];
  const since = named_since === null ? "" : ` Rows are named one by one since ${named_since}.`;
  return [`${unnamed} of them were sealed together by the minute, and are named by it.${since}`];
}

function describeRow({ clinic, id, is_sealed, is_found, moved_from }: Row): string {
  const what = !is_found
    ? "deleted after it was sealed"
    : moved_from !== null
      ? `put in another order: it holds what was sealed as row ${moved_from}`
      : is_sealed
        ? "changed after it was sealed"
        : "slipped in among sealed rows";
  return `${clinic}, record history, row ${id}: ${what}.`;
}

function describeSeal({ clinic, first_id, last_id, sealed, found }: Seal): string {
  const place = first_id === last_id ? `row ${last_id}` : `rows ${first_id} to ${last_id}`;
  const what =
    found === sealed
      ? "not as it was sealed: changed or put in another order"
      : `${found} where ${sealed} were sealed`;
  return `${clinic}, record history, ${place}: ${what}.`;
}
