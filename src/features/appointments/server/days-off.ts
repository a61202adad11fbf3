import type { DayOff, DayOffDraft } from "#features/appointments/contract.ts";
import { placeFor } from "#features/places/server/places.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { asDayOff, dayOffColumns, listDaysOff, MOST_DAYS_OFF } from "#server/days-off.ts";
import { practitionerFor } from "#server/practitioners.ts";
import { requireDay } from "#server/require-day.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";

export function insertDayOff(clinic: ClinicScope, draft: DayOffDraft, now: Date): Promise<DayOff> {
  const { firstDay, lastDay, placeId, practitionerId, isOpen = false, note = null } = draft;
  const around = { today: manilaDay(now) };
  requireDay("dayOff", firstDay, "firstDay", around);
  requireDay("dayOff", lastDay, "lastDay", around);
  return clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "days off");
    const known = await listDaysOff(joined, firstDay);
    if (known.length >= MOST_DAYS_OFF)
      throw new Failure("unusable", "There are too many days off. Delete some first.");
    const doctor = practitionerId === undefined ? undefined : await practitionerFor(joined, practitionerId);
    const row = await joined.db
      .insertInto("daysOff")
      .values({
        clinicId: joined.id,
        placeId: placeId === undefined ? null : await placeFor(joined, placeId),
        practitionerId: doctor?.id ?? null,
        firstDay,
        lastDay,
        isOpen,
        note,
        createdById: joined.userId,
        createdAt: now.toISOString(),
      })
      .returning(dayOffColumns)
      .executeTakeFirstOrThrow();
    return asDayOff(row);
  });
}

export async function removeDayOff(clinic: ClinicScope, id: number): Promise<{ id: number }> {
  return clinic.db
    .deleteFrom("daysOff")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow(() => notFound("Day off"));
}
