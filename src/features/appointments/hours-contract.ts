import * as z from "zod/mini";
import { OpenHours, PlaceHours } from "#features/places/contract.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { calendarDay } from "#shared/formats/fields.ts";

/** Not sent: the clinic's first place. */
const placeId = z.optional(z.int({ error: "Choose a place" }).check(z.positive("Choose a place")));

/** Hours on one date, beside the weekly ones. */
const ExtraHours = z.object({
  id: Id,
  placeId: Id,
  day: z.string(),
  from: z.string(),
  to: z.string(),
});
export type ExtraHours = z.output<typeof ExtraHours>;

/** When a doctor who practises is where: weekly, and on one date from the asked day on. */
export const DoctorHours = z.object({
  practitionerId: Id,
  places: z.array(z.object({ placeId: Id, hours: z.array(OpenHours) })),
  extra: z.array(ExtraHours),
});
export type DoctorHours = z.output<typeof DoctorHours>;

/** Of each doctor who practises, by letter. Without a day: the extra hours from today on. */
export const listDoctorHours = endpoint({
  method: "GET",
  path: "/api/practitioners/hours",
  access: "member",
  audit: null,
  reads: ["places", "doctors"],
  query: z.object({ from: z.optional(calendarDay) }),
  response: z.array(DoctorHours),
});
const mayChange = { any: ["manage_schedule"] } as const;
/**
 * The weekly hours at one place. A doctor sets the own ones, the owner and the front desk everybody's. Hours at two
 * places at one time are 409, as are those in which the doctor is booked elsewhere.
 */
export const setDoctorHours = endpoint({
  method: "PUT",
  path: "/api/practitioners/:id/hours",
  access: mayChange,
  audit: null,
  changes: ["places"],
  body: z.extend(z.omit(PlaceHours, { slotMinutes: true }), { placeId }),
  response: DoctorHours,
});
/** Refused like weekly ones, and on a day on which the place is closed. */
export const addExtraHours = endpoint({
  method: "POST",
  path: "/api/practitioners/:id/hours",
  access: mayChange,
  audit: null,
  changes: ["places"],
  body: z
    .strictObject({ placeId, day: calendarDay, from: OpenHours.shape.from, to: OpenHours.shape.to })
    .check(z.refine(({ from, to }) => from < to, { error: "The end must be after the start", path: ["to"] })),
  response: ExtraHours,
});
export const removeExtraHours = endpoint({
  method: "DELETE",
  path: "/api/practitioners/:id/hours/:hoursId",
  access: mayChange,
  audit: null,
  changes: ["places"],
  response: z.object({ id: Id }),
});
