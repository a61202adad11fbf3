import { sql } from "kysely";
import type { ClinicScope } from "./database/db.ts";

export const dayOffColumns = ["id", "placeId", "firstDay", "lastDay", "isOpen", "note"] as const;

/** Of one clinic, that are not over. */
export const MOST_DAYS_OFF = 500;

/** Days off that are not over on `from`, by day. */
export const listDaysOff = (clinic: ClinicScope, from: string) =>
  clinic.db
    .selectFrom("daysOff")
    .select(dayOffColumns)
    .where("clinicId", "=", clinic.id)
    .where("lastDay", ">=", from)
    .orderBy("firstDay")
    .orderBy("id")
    .limit(sql.lit(MOST_DAYS_OFF))
    .execute();
