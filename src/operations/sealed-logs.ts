import type { Client } from "pg";
import { type SealedLog, sealedLogs } from "#server/audit/history-heads.ts";

const nameOf: Record<SealedLog, string> = { sign_ins: "Sign-ins", console_log: "Console log" };
const textOf: Record<SealedLog, string> = { sign_ins: "sign_in_text(r)", console_log: "console_log_text(r)" };

/** Rows are kept for a year, counted with a day for clocks that differ (`sweep_sign_ins`, `sweep_console_log`). */
const isSwept = (time: string) =>
  `to_timestamp(${time} / 1000000.0) < now() + interval '1 day' - interval '1 year'`;

const differences = (log: SealedLog) => `
  with sealed as (
    select one.id, one.hash, one.time from log_seals s
    cross join lateral unnest(s.row_ids, s.row_hashes, s.row_times) as one (id, hash, time) where s.log = '${log}'),
  found as (
    select r.id, sha256(convert_to(${textOf[log]}, 'UTF8')) as hash from ${log} r
    where r.id <= (select max(s.last_id) from log_seals s where s.log = '${log}'))
  select coalesce(sealed.id, found.id)::text as id,
         case when found.id is null then 'deleted after it was sealed'
              when sealed.id is null then 'inserted among sealed rows'
              else 'changed after it was sealed' end as what
  from sealed full join found on found.id = sealed.id
  where sealed.hash is distinct from found.hash and not (found.id is null and ${isSwept("sealed.time")})
  order by coalesce(sealed.id, found.id)`;

const wrongSeals = (log: SealedLog) => `
  select s.row_ids[1]::text as first, s.last_id::text as last
  from (select s.*, coalesce(lag(s.hash) over (order by s.last_id), ''::bytea) as previous from log_seals s where s.log = '${log}') s
  where log_seal_hash(s.previous, s.row_hashes, s.row_times) is distinct from s.hash order by s.last_id`;

export type LogHead = { log: SealedLog; lastId: number; hash: string; storedAt: Date };

/** Verifies the hash chains of sign-ins and the console log. Lists what differs from the seals. */
export async function checkLogs(client: Client): Promise<{ sealed: number; against: string[] }> {
  const against: string[] = [];
  let sealed = 0;
  for (const log of sealedLogs) {
    const { rows } = await client.query<{ id: string; what: string }>(differences(log));
    against.push(...rows.map(({ id, what }) => `${nameOf[log]}, row ${id}: ${what}.`));
    const seals = await client.query<{ first: string; last: string }>(wrongSeals(log));
    against.push(
      ...seals.rows.map(
        ({ first, last }) =>
          `${nameOf[log]}, rows ${first} to ${last}: changed or reordered after they were sealed.`,
      ),
    );
    const { rows: counted } = await client.query<{ count: string }>(
      "select coalesce(sum(cardinality(row_ids)), 0) as count from log_seals where log = $1",
      [log],
    );
    sealed += Number(counted[0]?.count);
  }
  return { sealed, against };
}

/** Returns how a log's chain contradicts its newest seal, which was stored outside the database, or null. */
export async function compareLogWithStored(
  client: Client,
  { log, lastId, hash, storedAt }: LogHead,
): Promise<string | null> {
  const { rows } = await client.query(
    "select 1 from log_seals where log = $1 and last_id = $2 and hash = decode($3, 'hex')",
    [log, lastId, hash],
  );
  return rows.length > 0
    ? null
    : `${nameOf[log]}, up to row ${lastId}: sealed by ${storedAt.toISOString()}, and missing or changed since.`;
}
