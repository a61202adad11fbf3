import { type Invariant, row } from "./invariant.ts";

/** A number "2026-00007" is the counter's seventh of its year. */
const ofYear = (table: string, counters: string): Invariant => ({
  holds: `No number in ${table} is above the counter that gives the next one.`,
  broken: `
    select n.clinic_id, ${row(table, "n.id")} as row, 'number ' || n.number || ', counter ' || coalesce(c.count, 0) as found
    from ${table} n left join ${counters} c on c.clinic_id = n.clinic_id and c.year = split_part(n.number, '-', 1)::integer
    where split_part(n.number, '-', 2)::bigint > coalesce(c.count, 0)`,
});

/** In a database by itself is no catalog of Citus. */
const isAlone = "to_regclass('pg_dist_partition') is null";
/** On a cluster each worker draws ids of a range of its own, and those of the record history are of the clock. */
const isOfThisSequence = `(id < ${2 ** 48} or ${isAlone})`;

export const numberInvariants: Invariant[] = [
  ofYear("bills", "bill_counters"),
  ofYear("clinic_papers", "paper_counters"),
  {
    holds: "No queue number is above the counter of its place and day.",
    broken: `
      select v.clinic_id, ${row("visits", "v.id")} as row, 'number ' || v.number || ', counter ' || coalesce(c.count, 0) as found
      from visits v left join queue_counters c on c.clinic_id = v.clinic_id and c.place_id = v.place_id and c.day = v.day
      where v.number > coalesce(c.count, 0)`,
  },
  {
    holds: "No id is above the sequence that gives the next one.",
    broken: `
      select null::bigint as clinic_id, 'patients ' || max(id) as row, 'sequence ' || (select last_value from klinika_id) as found
      from (select max(id) as id from patients where ${isOfThisSequence} union all
            select max(id) from record_history where ${isAlone} union all
            select max(id) from consultations where ${isOfThisSequence} union all select max(id) from users) newest
      having max(id) > (select last_value from klinika_id)`,
  },
];
