import { listPlaces } from "#features/places/server/places.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { freeSlots, SLOT_DAYS, type Slot } from "#shared/calendar/free-slots.ts";
import { addDays, manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { listDaysOff } from "./days-off.ts";

const most = { inAll: 12, ofDay: 3 };

/** The first free times from a day on, or from now. */
export async function listFreeTimes(
  clinic: ClinicScope,
  {
    from,
    placeId,
    minutes,
  }: { from?: string | undefined; placeId?: number | undefined; minutes?: number | undefined },
  now: Date,
): Promise<Slot[]> {
  const day = from ?? manilaDay(now);
  const start = new Date(Math.max(manilaDayRange(day).start.getTime(), now.getTime()));
  const first = manilaDay(start);
  const places = (await listPlaces(clinic)).filter(
    ({ id, isActive }) => isActive && (placeId === undefined || id === placeId),
  );
  const taken = await clinic.db
    .selectFrom("appointments")
    .leftJoin("visits", (join) =>
      join
        .onRef("visits.clinicId", "=", "appointments.clinicId")
        .onRef("visits.id", "=", "appointments.visitId"),
    )
    .select(["appointments.placeId", "appointments.startsAt", "appointments.minutes"])
    .where("appointments.clinicId", "=", clinic.id)
    .where("appointments.startsAt", ">=", manilaDayRange(first).start.toISOString())
    .where("appointments.startsAt", "<", manilaDayRange(addDays(first, SLOT_DAYS)).start.toISOString())
    .where((db) =>
      db(db.fn.coalesce("visits.state", "appointments.state"), "not in", ["cancelled", "no_show", "left"]),
    )
    .execute();
  return freeSlots(places, taken, await listDaysOff(clinic, first), { from: start, most, minutes });
}
