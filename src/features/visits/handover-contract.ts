import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { optionalLine } from "#shared/formats/fields.ts";
import { addVisit, practitioner, Visit, withoutView } from "./contract.ts";

/**
 * Hands a patient to another doctor, in whose queue they wait with a new number, from their arrival. The colleague is
 * notified. 409 with the visit as `current` for a visit that is closed, or that doctor's already.
 */
export const transferVisit = endpoint({
  method: "POST",
  path: "/api/visits/:id/transfer",
  access: addVisit.access,
  audit: "visit.transfer",
  changes: ["visits", "recordHistory"],
  body: z.strictObject({ practitionerId: practitioner, note: z.optional(optionalLine(500)) }),
  response: Visit,
  record: { noted: "patient.today", withoutView },
});
/** Reverts the last transfer, with number and state, until the patient is called; then 409 with the visit as `current`. */
export const takeVisitBack = endpoint({
  method: "POST",
  path: "/api/visits/:id/transfer/undo",
  access: addVisit.access,
  audit: "visit.takeBack",
  changes: ["visits", "recordHistory"],
  response: Visit,
  record: { noted: "patient.today", withoutView },
});
