import { sql } from "kysely";
import type { Place, PlaceChanges, PlaceDraft, PlaceHours } from "#features/places/contract.ts";
import { mayDeactivate } from "#features/places/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { type OpenHours, withWeekdays } from "#shared/calendar/hours.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";

const columns = ["id", "clinicId", "name", "address", "room", "isActive", "slotMinutes"] as const;
const hours = sql<OpenHours[]>`hours`.as("hours");
const mostPlaces = 50;

const placesOf = (clinic: ClinicScope) => clinic.db.selectFrom("places").where("clinicId", "=", clinic.id);

export const listPlaces = (clinic: ClinicScope): Promise<Place[]> =>
  placesOf(clinic).select(columns).select(hours).orderBy("isActive", "desc").orderBy("id").execute();

export function insertPlace(clinic: ClinicScope, draft: PlaceDraft, now: Date): Promise<Place> {
  return clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "places");
    const { length } = await listPlaces(joined);
    if (length >= mostPlaces) throw new Failure("unusable", `A clinic has at most ${mostPlaces} places.`);
    await requireFreeName(joined, draft.name);
    const at = now.toISOString();
    return joined.db
      .insertInto("places")
      .values({ ...withoutUndefined(draft), clinicId: joined.id, createdAt: at, updatedAt: at })
      .returning([...columns, hours])
      .executeTakeFirstOrThrow();
  });
}

export function updatePlace(
  clinic: ClinicScope,
  id: number,
  changes: PlaceChanges,
  now: Date,
): Promise<Place> {
  return clinic.transaction(async (joined) => {
    // Locked, so that two users cannot deactivate the last two places.
    const places = await placesOf(joined).select(columns).select(hours).orderBy("id").forUpdate().execute();
    const place = places.find((each) => each.id === id);
    if (!place) throw notFound("Place");
    const becomes = { ...place, ...withoutUndefined(changes) };
    if (becomes.isActive) await requireFreeName(joined, becomes.name, id);
    else if (!mayDeactivate(place, places))
      throw new Failure("unusable", "A clinic needs at least one place. Add another one first.");
    return joined.db
      .updateTable("places")
      .set({ ...withoutUndefined(changes), updatedAt: now.toISOString() })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .returning([...columns, hours])
      .executeTakeFirstOrThrow();
  });
}

/** Two users who change different days keep both changes. */
export function updateHours(
  clinic: ClinicScope,
  id: number,
  { hours: sent, weekdays, slotMinutes }: PlaceHours,
  now: Date,
): Promise<Place> {
  return clinic.transaction(async (joined) => {
    const place = await placesOf(joined)
      .select(hours)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound("Place"));
    const week = weekdays ? withWeekdays(place.hours, { hours: sent, weekdays }) : sent;
    return joined.db
      .updateTable("places")
      .set({
        hours: JSON.stringify(week),
        ...withoutUndefined({ slotMinutes }),
        updatedAt: now.toISOString(),
      })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .returning([...columns, hours])
      .executeTakeFirstOrThrow();
  });
}

async function requireFreeName(clinic: ClinicScope, name: string, except?: number): Promise<void> {
  const same = await placesOf(clinic)
    .select("id")
    .where("isActive", "=", true)
    .where((db) => db(db.fn("lower", ["name"]), "=", name.toLowerCase()))
    .execute();
  if (same.some(({ id }) => id !== except)) throw invalidField("name", "Another place has this name");
}

/** The named place of the clinic, which must be active, or its first one. */
export async function placeFor(clinic: ClinicScope, id: number | undefined): Promise<number> {
  const place = await placesOf(clinic)
    .select("id")
    .where("isActive", "=", true)
    .$if(id !== undefined, (query) => query.where("id", "=", id as number))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!place) throw invalidField("placeId", "Choose an active place of your clinic");
  return place.id;
}
