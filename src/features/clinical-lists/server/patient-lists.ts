import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { MAX_ROWS } from "#features/clinical-lists/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { firstDayOf } from "#shared/clinical/partial-day.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { earlyWords } from "#shared/formats/day-bounds.ts";

export type List = "alerts" | "allergies" | "medicine_stops" | "medicines" | "problems";

/** First and last name of the row's author. */
export const recordedByName = (table: List): RawBuilder<string | null> => sql<string | null>`
  (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u
   where u.clinic_id = ${sql.ref(`${table}.clinic_id`)} and u.id = ${sql.ref(`${table}.recorded_by_id`)})`;

/** Active rows first, then resolved ones, then mistakes. */
export const byState = sql`array_position(array['active', 'resolved', 'entered_in_error'], state::text)`;

/**
 * Serializes changes of a patient's lists, so that what a change reads stays true until it commits. 404 unless the
 * patient is of this clinic.
 */
export async function lockLists(
  clinic: ClinicScope,
  patientId: number,
): Promise<{ birthday: string | null }> {
  const row = await clinic.db
    .selectFrom("patients")
    .select("birthday")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("Patient");
  return row;
}

/** Lists are read whole, so they need a limit. */
export async function requireRoom(
  clinic: ClinicScope,
  list: List,
  patientId: number,
  more = 1,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(list)} where clinic_id = ${clinic.id} and patient_id = ${patientId}`.execute(
    clinic.db,
  );
  if ((rows[0]?.count ?? 0) + more > MAX_ROWS)
    throw new Failure(
      "unusable",
      `A patient may have at most ${MAX_ROWS} rows in this list, with those that are resolved. Change one of them instead.`,
    );
}

/** Who writes a row, and when. */
export const recordedNow = (clinic: ClinicScope, patientId: number, now: Date) => ({
  clinicId: clinic.id,
  patientId,
  recordedById: clinic.userId,
  recordedAt: now.toISOString(),
  updatedAt: now.toISOString(),
});

/** @throws Failure where a row that was recorded by mistake is changed without being reinstated */
export function requireNoMistake(before: { state: string }, changes: { state?: string | undefined }): void {
  const isLeft = (changes.state ?? before.state) === "entered_in_error";
  const changesMore = Object.entries(changes).some(
    ([field, value]) => field !== "state" && value !== undefined,
  );
  if (before.state === "entered_in_error" && isLeft && changesMore)
    throw new Failure("unusable", "This was recorded by mistake. Make it active again before you change it.");
}

/** @throws Failure for a day, month or year in the future or before the patient was born */
export function requireSince(
  since: string | null | undefined,
  { birthday }: { birthday: string | null },
  now: Date,
): void {
  if (!since) return;
  const around = { today: manilaDay(now), birthday };
  if (firstDayOf(since) > around.today) throw invalidField("since", "This is in the future");
  if (birthday && since < birthday.slice(0, since.length))
    throw invalidField("since", earlyWords(birthday, around));
}
