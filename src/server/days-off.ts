import { sql } from "kysely";
import type { ClinicScope } from "./database/db.ts";

export const dayOffColumns = [
  "id",
  "placeId",
  "practitionerId",
  "firstDay",
  "lastDay",
  "isOpen",
  "note",
] as const;

/** Of one clinic, that are not over. */
export const MOST_DAYS_OFF = 500;

/** Days off that are not over on `from`, by day. */
export async function listDaysOff(clinic: ClinicScope, from: string) {
  const rows = await clinic.db
    .selectFrom("daysOff")
    .select(dayOffColumns)
    .where("clinicId", "=", clinic.id)
    .where("lastDay", ">=", from)
    .orderBy("firstDay")
    .orderBy("id")
    .limit(sql.lit(MOST_DAYS_OFF))
    .execute();
  return rows.map(asDayOff);
}

/** Without a doctor where it is nobody's own. */
export const asDayOff = <Row extends { practitionerId: number | null }>({ practitionerId, ...off }: Row) => ({
  ...off,
  ...(practitionerId !== null && { practitionerId }),
});
