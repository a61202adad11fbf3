import { sql } from "kysely";
import type { DayOff, DayOffDraft } from "#features/appointments/contract.ts";
import { placeFor } from "#features/places/server/places.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { requireDay } from "#server/require-day.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";

const columns = ["id", "placeId", "firstDay", "lastDay", "isOpen", "note"] as const;
const mostDaysOff = 500;

/** Days off that are not over on `from`, by day. */
export const listDaysOff = (clinic: ClinicScope, from: string): Promise<DayOff[]> =>
  clinic.db
    .selectFrom("daysOff")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .where("lastDay", ">=", from)
    .orderBy("firstDay")
    .orderBy("id")
    .limit(sql.lit(mostDaysOff))
    .execute();

export function insertDayOff(clinic: ClinicScope, draft: DayOffDraft, now: Date): Promise<DayOff> {
  const { firstDay, lastDay, placeId, isOpen = false, note = null } = draft;
  const around = { today: manilaDay(now) };
  requireDay("dayOff", firstDay, "firstDay", around);
  requireDay("dayOff", lastDay, "lastDay", around);
  return clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "days off");
    const known = await listDaysOff(joined, firstDay);
    if (known.length >= mostDaysOff)
      throw new Failure("unusable", "There are too many days off. Delete some first.");
    return joined.db
      .insertInto("daysOff")
      .values({
        clinicId: joined.id,
        placeId: placeId === undefined ? null : await placeFor(joined, placeId),
        firstDay,
        lastDay,
        isOpen,
        note,
        createdById: joined.userId,
        createdAt: now.toISOString(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
  });
}

export async function removeDayOff(clinic: ClinicScope, id: number): Promise<{ id: number }> {
  const row = await clinic.db
    .deleteFrom("daysOff")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!row) throw notFound("Day off");
  return row;
}
