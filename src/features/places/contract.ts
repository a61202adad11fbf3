import * as z from "zod/mini";
import { minuteOf } from "#shared/calendar/hours.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { optionalLine, requiredLine } from "#shared/formats/fields.ts";

const clock = z
  .string({ error: "Enter a time, like 08:00" })
  .check(z.refine((text) => minuteOf(text) !== null, "Enter a time, like 08:00"));

const weekday = z.int({ error: "Choose a day" }).check(z.gte(1, "Choose a day"), z.lte(7, "Choose a day"));

/** The hours of a place on one day of the week, 1 Monday to 7 Sunday, in Manila. */
export const OpenHours = z
  .strictObject({
    weekday,
    from: clock,
    to: clock,
  })
  .check(
    z.refine(({ from, to }) => (minuteOf(from) ?? 0) < (minuteOf(to) ?? 0), {
      error: "The end must be after the start",
      path: ["to"],
    }),
  );

/** Where a clinic sees its patients. */
export const Place = z.object({
  id: Id,
  clinicId: Id,
  name: z.string(),
  /** Null: the clinic's own address. */
  address: z.nullable(z.string()),
  room: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Weekly; where several doctors practise, those of all. */
  hours: z.array(OpenHours),
  /** Default length of an appointment in minutes. */
  slotMinutes: z.int(),
  /** Set when it is no place where doctors sit: it is booked without one. */
  kind: z.optional(z.enum(["room", "machine"])),
});
export type Place = z.output<typeof Place>;

const fields = {
  name: requiredLine("Place name is required", 120),
  address: optionalLine(500),
  room: optionalLine(60),
  isActive: z.boolean({ error: "isActive is true or false" }),
} as const;

/** A field that is not sent stays as it is. */
export const PlaceChanges = z.partial(z.strictObject(fields));
export type PlaceChanges = z.output<typeof PlaceChanges>;
export const placeKinds = ["place", "room", "machine"] as const;
export const PlaceDraft = z.extend(z.omit(PlaceChanges, { isActive: true }), {
  name: fields.name,
  /** Not sent: a place. */
  kind: z.optional(z.enum(placeKinds, { error: "Use place, room or machine" })),
});
export type PlaceDraft = z.output<typeof PlaceDraft>;

const slotWords = "Enter from 5 to 240 minutes";
export const PlaceHours = z.strictObject({
  hours: z.array(OpenHours, { error: "Enter the hours" }).check(z.maxLength(28, "At most four a day")),
  /** The days that get these hours; those of other days stay. Not sent: the whole week. */
  weekdays: z.optional(
    z.array(weekday, { error: "Choose the days" }).check(z.maxLength(7, "Seven days at most")),
  ),
  /** Not sent: it stays as it is. */
  slotMinutes: z.optional(z.int({ error: slotWords }).check(z.gte(5, slotWords), z.lte(240, slotWords))),
});
export type PlaceHours = z.output<typeof PlaceHours>;

/** Active places in the order they were added, then inactive ones. */
export const listPlaces = endpoint({
  method: "GET",
  path: "/api/places",
  access: "member",
  audit: null,
  reads: ["places"],
  response: z.array(Place),
});
export const addPlace = endpoint({
  method: "POST",
  path: "/api/places",
  access: "owner",
  audit: null,
  changes: ["places"],
  body: PlaceDraft,
  response: Place,
});
/** Where several doctors practise only `slotMinutes`, or the hours of a room or machine: a place has its doctors'. */
export const setPlaceHours = endpoint({
  method: "PUT",
  path: "/api/places/:id/hours",
  access: { any: ["manage_schedule"] },
  audit: null,
  changes: ["places"],
  body: PlaceHours,
  response: Place,
});
/** The last active place cannot be deactivated. */
export const changePlace = endpoint({
  method: "PATCH",
  path: "/api/places/:id",
  access: "owner",
  audit: null,
  changes: ["places"],
  body: PlaceChanges,
  response: Place,
});
