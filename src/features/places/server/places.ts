import { sql } from "kysely";
import type { Place, PlaceChanges, PlaceDraft, PlaceHours } from "#features/places/contract.ts";
import { mayDeactivate } from "#features/places/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { practisingDoctors, severalPractise } from "#server/practitioners.ts";
import { type OpenHours, unionOf, withWeekdays } from "#shared/calendar/hours.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";

/** A doctor's hours at a place. */
type DoctorHours = { practitionerId: number; hours: OpenHours[] };

/** With the hours of each doctor who practises, by letter; a room or machine has no doctors. */
export type PlaceOfDoctors = Place & { doctors: DoctorHours[] };

const mostPlaces = 50;

const placesOf = (clinic: ClinicScope) => clinic.db.selectFrom("places").where("clinicId", "=", clinic.id);

/** The weekly hours of each doctor, and those on one date from a day on. See practitioner_hours for their homes. */
const doctorsFrom = (from: string | null) => sql<DoctorHours[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('practitionerId', p.id, 'hours',
    case when p.id = (select min(f.id) from practitioners f where f.clinic_id = places.clinic_id) then places.hours
         else coalesce((select h.hours from practitioner_hours h
                        where h.clinic_id = places.clinic_id and h.practitioner_id = p.id and h.place_id = places.id), '[]') end
    || coalesce((select jsonb_agg(jsonb_build_object('weekday', extract(isodow from e.day), 'day', e.day, 'from', e.opens,
                                                     'to', e.closes) order by e.id)
                 from extra_hours e
                 where e.clinic_id = places.clinic_id and e.day >= ${from}::date and e.practitioner_id = p.id
                   and e.place_id = places.id), '[]'))
    order by length(p.letter), p.letter), '[]')
  from practitioners p join users u on u.clinic_id = p.clinic_id and u.id = p.user_id
  where p.clinic_id = places.clinic_id and places.kind = 'place' and p.is_practising and u.is_active)`;

const selectPlaces = (clinic: ClinicScope, from: string | null) =>
  placesOf(clinic).select([
    "id",
    "clinicId",
    "name",
    "address",
    "room",
    "isActive",
    "slotMinutes",
    sql<"place" | "room" | "machine">`kind`.as("kind"),
    sql<OpenHours[]>`hours`.as("hours"),
    doctorsFrom(from).as("doctors"),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectPlaces>["executeTakeFirstOrThrow"]>>;

const withHours = ({ kind, hours, doctors, ...place }: Row): PlaceOfDoctors => ({
  ...place,
  hours: hoursOfAll(doctors) ?? hours,
  ...(kind !== "place" && { kind }),
  doctors,
});

function hoursOfAll(doctors: readonly DoctorHours[]): OpenHours[] | undefined {
  const [only, another] = doctors;
  return another ? unionOf(doctors.map(({ hours }) => hours)) : only?.hours;
}

/** Places with their doctors' hours, and the extra ones from a day on, in the order of `listPlaces`. */
export const placesOfDoctors = async (clinic: ClinicScope, from: string): Promise<PlaceOfDoctors[]> =>
  (await selectPlaces(clinic, from).orderBy("isActive", "desc").orderBy("id").execute()).map(withHours);

/** Whether several doctors practise. */
export const areSeveral = (places: readonly PlaceOfDoctors[]): boolean =>
  places.some(({ doctors }) => doctors.length > 1);

/** The place with the hours of one doctor, where several practise; a room or machine has its own. */
export const placeOf = (
  place: PlaceOfDoctors,
  practitionerId: number,
  isOfSeveral: boolean,
): Place & { practitionerId?: number } => ({
  ...place,
  practitionerId,
  ...(isOfSeveral &&
    place.kind === undefined && {
      hours: place.doctors.find((each) => each.practitionerId === practitionerId)?.hours ?? [],
    }),
});

/** "Chong Hua, Rm. 512". */
export const nameOfPlace = ({ name, room }: Pick<Place, "name" | "room">): string =>
  [name, room].filter(Boolean).join(", ");

function asPlace(place: PlaceOfDoctors): Place {
  const { doctors: _, ...shown } = place;
  return shown;
}

export const listPlaces = async (clinic: ClinicScope): Promise<Place[]> =>
  (await selectPlaces(clinic, null).orderBy("isActive", "desc").orderBy("id").execute())
    .map(withHours)
    .map(asPlace);

const findPlace = async (clinic: ClinicScope, id: number): Promise<Place> =>
  asPlace(withHours(await selectPlaces(clinic, null).where("id", "=", id).executeTakeFirstOrThrow()));

export function insertPlace(clinic: ClinicScope, draft: PlaceDraft, now: Date): Promise<Place> {
  return clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "places");
    const { length } = await listPlaces(joined);
    if (length >= mostPlaces) throw new Failure("unusable", `A clinic has at most ${mostPlaces} places.`);
    await requireFreeName(joined, draft.name);
    const at = now.toISOString();
    // The usual hours at two places at once would be no doctor's.
    const isWithoutHours = (draft.kind ?? "place") === "place" && (await severalPractise(joined));
    const { id } = await joined.db
      .insertInto("places")
      .values({
        ...withoutUndefined(draft),
        ...(isWithoutHours && { hours: "[]" }),
        clinicId: joined.id,
        createdAt: at,
        updatedAt: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return findPlace(joined, id);
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
    const places = await placesOf(joined)
      .select(["id", "name", "isActive", "kind"])
      .orderBy("id")
      .forUpdate()
      .execute();
    const place = places.find((each) => each.id === id);
    if (!place) throw notFound("Place");
    const becomes = { ...place, ...withoutUndefined(changes) };
    if (becomes.isActive) await requireFreeName(joined, becomes.name, id);
    else if (!mayDeactivate(place, places))
      throw new Failure("unusable", "A clinic needs at least one place. Add another one first.");
    await joined.db
      .updateTable("places")
      .set({ ...withoutUndefined(changes), updatedAt: now.toISOString() })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    return findPlace(joined, id);
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
    const { kind } = await lockPlace(joined, id);
    if (weekdays?.length !== 0) {
      const [doctor, another] = kind === "place" ? await practisingDoctors(joined) : [];
      if (another) throw invalidField("practitionerId", "Choose the doctor whose hours these are.");
      const { hours } = await findPlace(joined, id);
      const week = weekdays ? withWeekdays(hours, { hours: sent, weekdays }) : sent;
      await storeHours(joined, { placeId: id, practitionerId: doctor?.id, week }, now);
    }
    await joined.db
      .updateTable("places")
      .set(withoutUndefined({ slotMinutes, updatedAt: now.toISOString() }))
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    return findPlace(joined, id);
  });
}

/** Until the transaction ends. */
export const lockPlace = (clinic: ClinicScope, id: number) =>
  placesOf(clinic)
    .select(["id", "kind", "isActive"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Place"));

/** Stores the weekly hours of a doctor at a place, or the place's own, in their one home. The caller has locked the place. */
export async function storeHours(
  clinic: ClinicScope,
  {
    placeId,
    practitionerId,
    week,
  }: { placeId: number; practitionerId?: number | undefined; week: OpenHours[] },
  now: Date,
): Promise<void> {
  const hours = JSON.stringify(week);
  const updatedAt = now.toISOString();
  const first = await clinic.db
    .selectFrom("practitioners")
    .select((row) => row.fn.min("id").as("id"))
    .where("clinicId", "=", clinic.id)
    .executeTakeFirst();
  const isOfPlace = practitionerId === undefined || practitionerId === first?.id;
  if (!isOfPlace)
    await clinic.db
      .insertInto("practitionerHours")
      .values({ clinicId: clinic.id, practitionerId, placeId, hours, updatedAt })
      .onConflict((row) =>
        row.columns(["clinicId", "practitionerId", "placeId"]).doUpdateSet({ hours, updatedAt }),
      )
      .execute();
  await clinic.db
    .updateTable("places")
    .set({ ...(isOfPlace && { hours }), updatedAt })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", placeId)
    .execute();
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
  return (await placeToBook(clinic, id)).id;
}

/** What a booking needs to know of its place. */
export type BookedPlace = { id: number; kind: string; slotMinutes: number };
const ofBooking = ["id", "kind", "slotMinutes"] as const;

/** The place of a booking, which may be deactivated since. */
export const placeBooked = (clinic: ClinicScope, id: number): Promise<BookedPlace> =>
  placesOf(clinic).select(ofBooking).where("id", "=", id).executeTakeFirstOrThrow();

/** As `placeFor`. */
export async function placeToBook(clinic: ClinicScope, id: number | undefined): Promise<BookedPlace> {
  const place = await placesOf(clinic)
    .select(ofBooking)
    .where("isActive", "=", true)
    .$if(id !== undefined, (query) => query.where("id", "=", id as number))
    .$if(id === undefined, (query) => query.where("kind", "=", "place"))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!place) throw invalidField("placeId", "Choose an active place of your clinic");
  return place;
}
