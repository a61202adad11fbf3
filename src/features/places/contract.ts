import * as z from "zod/mini";
import { ById, endpoint, Id } from "#shared/endpoint.ts";
import { optionalLine, requiredLine } from "#shared/formats/fields.ts";

/** Where a clinic sees its patients. */
export const Place = z.object({
  id: Id,
  clinicId: Id,
  name: z.string(),
  /** Null: the clinic's own address. */
  address: z.nullable(z.string()),
  room: z.nullable(z.string()),
  isActive: z.boolean(),
});
export type Place = z.output<typeof Place>;

const fields = {
  name: requiredLine("Place name is required", 120),
  address: optionalLine(500),
  room: optionalLine(60),
  isActive: z.boolean({ error: "isActive is true or false" }),
} as const;

/** Field by field; a field that is not sent stays as it is. */
export const PlaceChanges = z.partial(z.strictObject(fields));
export type PlaceChanges = z.output<typeof PlaceChanges>;
export const PlaceDraft = z.extend(z.omit(PlaceChanges, { isActive: true }), { name: fields.name });
export type PlaceDraft = z.output<typeof PlaceDraft>;

/** Active places in the order they were added, then those that are no longer used. */
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
/** The last active place cannot be deactivated. */
export const changePlace = endpoint({
  method: "PATCH",
  path: "/api/places/:id",
  access: "owner",
  audit: null,
  changes: ["places"],
  params: ById,
  body: PlaceChanges,
  response: Place,
});
