import * as z from "zod/mini";
import { isOwn } from "#shared/clinical/confidentiality.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { calendarDay, optionalLine, requiredLine } from "#shared/formats/fields.ts";
import { mayEditPatients, mayViewPatients } from "#shared/permissions.ts";

const text = z.nullable(z.string());

const immunizationStates = ["given", "entered_in_error"] as const;

/** A vaccine dose given to a patient. */
const Immunization = z.object({
  id: Id,
  patientId: Id,
  clinicId: Id,
  vaccine: z.string(),
  dose: z.int(),
  /** A Manila day. */
  date: z.string(),
  brand: text,
  lot: text,
  site: text,
  /** Given elsewhere, and recorded from a card or by word. */
  isElsewhere: z.boolean(),
  /** One that was recorded by mistake stays, marked as such. */
  state: z.enum(immunizationStates),
  /** Who recorded it. */
  recordedBy: text,
  isOwn,
  createdAt: z.string(),
  /** Sent back as If-Match; another one is 412 with the row as `current`. */
  version: z.int(),
});
export type Immunization = z.output<typeof Immunization>;

const entered = {
  vaccine: requiredLine("Enter the vaccine", 80),
  dose: z
    .int({ error: "Enter the dose as a whole number from 1" })
    .check(z.gte(1, "Enter a dose from 1 to 30"), z.lte(30, "Enter a dose from 1 to 30")),
  date: calendarDay,
  brand: z.optional(optionalLine(80)),
  lot: z.optional(optionalLine(40)),
  site: z.optional(optionalLine(60)),
  isElsewhere: z.optional(z.boolean({ error: "isElsewhere is true or false" })),
} as const;

export const ImmunizationDraft = z.strictObject(entered);
export type ImmunizationDraft = z.output<typeof ImmunizationDraft>;

export const ImmunizationChanges = z.extend(z.partial(z.strictObject(entered)), {
  state: z.optional(z.enum(immunizationStates, { error: "Use given or entered_in_error" })),
});
export type ImmunizationChanges = z.output<typeof ImmunizationChanges>;

/** Latest first, at most 500, including those recorded by mistake. */
export const immunizations = endpoint({
  method: "GET",
  path: "/api/patients/:id/immunizations",
  access: mayViewPatients,
  audit: "immunization.view",
  reads: ["immunizations", "users"],
  response: z.array(Immunization),
});
/** A4: given and due doses. */
export const immunizationCardPdf = endpoint({
  method: "GET",
  path: "/api/patients/:id/immunizations.pdf",
  access: mayViewPatients,
  audit: "immunization.print",
  response: "file",
});
const changed = {
  noted: "immunization.view",
  withoutView: z.pick(Immunization, { id: true, patientId: true, clinicId: true, state: true }),
} as const;

export const addImmunization = endpoint({
  method: "POST",
  path: "/api/patients/:id/immunizations",
  access: mayEditPatients,
  audit: "immunization.create",
  changes: ["immunizations", "recordHistory"],
  body: ImmunizationDraft,
  response: Immunization,
  record: { noted: "immunization.view", isNew: true },
});
export const changeImmunization = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/immunizations/:immunizationId",
  access: mayEditPatients,
  audit: "immunization.change",
  changes: ["immunizations", "recordHistory"],
  body: ImmunizationChanges,
  response: Immunization,
  record: changed,
});
