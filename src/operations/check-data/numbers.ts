import { nodeIdBits } from "#server/database/cluster/cluster-nodes.ts";
import { type Invariant, row } from "./invariant.ts";

/** For numbers such as "2026-00007", the seventh of a year. */
const numberedByYear = (table: string, counters: string): Invariant => ({
  description: `No number in ${table} is above the counter that gives the next one.`,
  violations: `
    select n.clinic_id, ${row(table, "n.id")} as row, 'number ' || n.number || ', counter ' || coalesce(c.count, 0) as found
    from ${table} n left join ${counters} c on c.clinic_id = n.clinic_id and c.year = split_part(n.number, '-', 1)::integer
    where split_part(n.number, '-', 2)::bigint > coalesce(c.count, 0)`,
});

/** True without Citus. */
const isStandalone = "to_regclass('pg_dist_partition') is null";
/** On a cluster each node draws ids from its own range, and those of the record history are based on the clock. */
const isOfThisSequence = `(id < ${2 ** nodeIdBits} or ${isStandalone})`;

export const numberInvariants: Invariant[] = [
  numberedByYear("bills", "bill_counters"),
  numberedByYear("clinic_papers", "paper_counters"),
  {
    description: "No queue number is above the counter of its place, day and letter.",
    violations: `
      select v.clinic_id, ${row("visits", "v.id")} as row, 'number ' || v.number || ', counter ' || coalesce(c.count, 0) as found
      from visits v
      left join (select clinic_id, place_id, day, null as letter, count from queue_counters union all
                 select clinic_id, place_id, day, letter, count from lettered_queue_counters) c
        on c.clinic_id = v.clinic_id and c.place_id = v.place_id and c.day = v.day and c.letter is not distinct from v.letter
      where v.number > coalesce(c.count, 0)`,
  },
  {
    description: "No id is above the sequence that gives the next one.",
    violations: `
      select null::bigint as clinic_id, 'patients ' || max(id) as row, 'sequence ' || (select last_value from klinika_id) as found
      from (select max(id) as id from patients where ${isOfThisSequence} union all
            select max(id) from record_history where ${isStandalone} union all
            select max(id) from consultations where ${isOfThisSequence} union all select max(id) from users) newest
      having max(id) > (select last_value from klinika_id)`,
  },
];
