import * as z from "zod/mini";
import { PatientDraft, registering } from "#features/patients/contract.ts";
import { Visit, VisitDraft } from "#features/visits/contract.ts";
import { endpoint } from "#shared/endpoint.ts";

/** A patient who is not registered yet and comes without an appointment. */
export const WalkIn = z.extend(
  z.pick(PatientDraft, {
    patientName: true,
    sex: true,
    birthday: true,
    age: true,
    contactNumber: true,
    address: true,
    allergies: true,
    customFields: true,
  }),
  { ...z.omit(VisitDraft, { patientId: true }).shape, ...registering },
);
export type WalkIn = z.output<typeof WalkIn>;

/**
 * Registers an outpatient under the next free number, with the clinic itself as hospital, and puts the patient in
 * today's queue.
 */
export const addWalkIn = endpoint({
  method: "POST",
  path: "/api/visits/walk-in",
  access: { any: ["add_patients"] },
  audit: "patient.create",
  changes: ["visits", "appointments", "patients"],
  body: WalkIn,
  response: Visit,
  record: { noted: "patient.today", isNew: true },
});
