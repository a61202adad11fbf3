import { sql } from "kysely";
import type { ToldAge } from "#shared/clinical/age.ts";

/**
 * The typed age with the day on which it was told, which is the day of registration until somebody types another. Null
 * without one, or beside a birthday. `table` is the name of the patients in the query.
 */
export const ageTold = (table = "patients") =>
  sql<ToldAge | null>`case when ${sql.ref(`${table}.birthday`)} is null and ${sql.ref(`${table}.age`)} > 0
    then json_build_object('years', ${sql.ref(`${table}.age`)},
                           'on', coalesce(${sql.ref(`${table}.age_told_on`)}, manila_day(${sql.ref(`${table}.created_at`)}))) end`.as(
    "ageTold",
  );
