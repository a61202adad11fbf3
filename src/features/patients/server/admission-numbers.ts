import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/** Candidate numbers per query when looking for a free one. */
const WINDOW = 50;

const compact = (day: string) => day.replaceAll("-", "");

/** `YYYYMMDD-NNN`, the count of the Manila day with at least three digits. */
export const admissionNumber = (day: string, count: number): string =>
  `${compact(day)}-${String(count).padStart(3, "0")}`;

/** The count in a number of that day; null for any other text. */
export function countIn(admissionNo: string, day: string): number | null {
  const [date, count] = admissionNo.split("-");
  return date === compact(day) && /^\d{3,6}$/.test(count ?? "") && admissionNo === `${date}-${count}`
    ? Number(count)
    : null;
}

/** The next free number of today. It is not reserved: the counter moves when a patient is stored. */
export async function nextFreeNumber(clinic: ClinicScope, now: Date): Promise<string> {
  const day = manilaDay(now);
  const counter = await clinic.db
    .selectFrom("admissionCounters")
    .select("count")
    .where("clinicId", "=", clinic.id)
    .where("day", "=", day)
    .executeTakeFirst();
  for (let from = (counter?.count ?? 0) + 1; ; from += WINDOW) {
    const offered = Array.from({ length: WINDOW }, (_, index) => admissionNumber(day, from + index));
    const taken = await clinic.db
      .selectFrom("patients")
      .select("admissionNo")
      .where("clinicId", "=", clinic.id)
      .where("admissionNo", "in", offered)
      // Numbers of merged records stay reserved for their survivors.
      .unionAll((db) =>
        db
          .selectFrom("merges")
          .select("otherAdmissionNo as admissionNo")
          .where("clinicId", "=", clinic.id)
          .where("otherAdmissionNo", "in", offered)
          .where("undoneAt", "is", null),
      )
      .execute();
    const free = offered.find((number) => !taken.some((row) => row.admissionNo === number));
    if (free) return free;
  }
}

/** Advances the day's counter to an assigned number; never back. */
export const counterUpTo = (clinic: ClinicScope, day: string, count: number) =>
  clinic.db
    .insertInto("admissionCounters")
    .values({ clinicId: clinic.id, day, count })
    .onConflict((conflict) =>
      conflict
        .columns(["clinicId", "day"])
        .doUpdateSet({ count: sql<number>`greatest(admission_counters.count, excluded.count)` }),
    )
    .returning("count");
