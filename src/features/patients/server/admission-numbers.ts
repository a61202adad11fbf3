import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { numberKey, spellingsOf } from "./number-spellings.ts";

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

/** Who has one of these numbers, however it is written: patients, and records that were merged into one. */
export async function holdersOf(
  clinic: ClinicScope,
  numbers: readonly string[],
): Promise<{ id: number; admissionNo: string }[]> {
  const spellings = numbers.flatMap(spellingsOf);
  if (spellings.length === 0) return [];
  const { rows } = await sql<{ id: number; admissionNo: string }>`
    select id, admission_no as "admissionNo" from patients
    where clinic_id = ${clinic.id} and admission_no = any(${spellings}::text[])
    union all
    select other_id, other_admission_no from merges
    where clinic_id = ${clinic.id} and other_admission_no = any(${spellings}::text[]) and undone_at is null`.execute(
    clinic.db,
  );
  return rows;
}

/**
 * The next free numbers of today, in order, without those in `except`. They are not reserved: the counter moves when a
 * patient is stored.
 */
export async function nextFreeNumbers(
  clinic: ClinicScope,
  { count, except = [], now }: { count: number; except?: readonly string[]; now: Date },
): Promise<string[]> {
  const day = manilaDay(now);
  const counter = await clinic.db
    .selectFrom("admissionCounters")
    .select("count")
    .where("clinicId", "=", clinic.id)
    .where("day", "=", day)
    .executeTakeFirst();
  const taken = new Set(except.map(numberKey));
  const free: string[] = [];
  for (let from = (counter?.count ?? 0) + 1; free.length < count; from += WINDOW) {
    const offered = Array.from({ length: WINDOW }, (_, index) => admissionNumber(day, from + index));
    for (const { admissionNo } of await holdersOf(clinic, offered)) taken.add(numberKey(admissionNo));
    free.push(...offered.filter((number) => !taken.has(number)));
  }
  return free.slice(0, count);
}

export async function nextFreeNumber(clinic: ClinicScope, now: Date): Promise<string> {
  const [number] = await nextFreeNumbers(clinic, { count: 1, now });
  return number as string;
}

/**
 * One transaction of the clinic after the other checks and takes a number, by a lock of the day's counter. The key of the
 * table knows no two spellings of a number as the same.
 */
export const takeTurnForNumber = (clinic: ClinicScope, now: Date): Promise<unknown> =>
  counterUpTo(clinic, manilaDay(now), 0).execute();

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
