import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";
import { optionalLine, requiredLine } from "#shared/formats/fields.ts";
import { mayEditPatients } from "#shared/permissions.ts";

const text = z.nullable(z.string());

/** The limit of a household, including the patient. */
export const mostMembers = 30;
export const mostProposals = 10;

export const Contact = z.object({ name: z.string(), relation: text, phone: text });
export type Contact = z.output<typeof Contact>;

/** With `patientId` a patient of the clinic: name and phone come from that record. */
const Guardian = z.extend(Contact, { patientId: z.nullable(Id) });
export type Guardian = z.output<typeof Guardian>;

const Relative = z.object({
  id: Id,
  patientName: z.string(),
  admissionNo: z.string(),
  birthday: text,
  age: z.nullable(z.int()),
  sex: z.nullable(z.enum(["M", "F"])),
  isArchived: z.boolean(),
});
const Member = z.extend(Relative, { relation: text });
export type Member = z.output<typeof Member>;
export type Proposal = z.output<typeof Relative>;

const Household = z.object({
  patientId: Id,
  /** The patient's role in the household. */
  relation: text,
  /** The other patients of the household. */
  members: z.array(Member),
  guardian: z.nullable(Guardian),
  nextOfKin: z.nullable(Contact),
  /** Patients with the same address and phone, at most 10. They are proposed, never linked automatically. */
  proposals: z.array(Relative),
});
export type Household = z.output<typeof Household>;

const relation = z.optional(optionalLine(60));
const phone = z.optional(optionalLine(50));

const KinDraft = z.strictObject({ name: requiredLine("Enter a name"), relation, phone });

/** A name, or a patient of the clinic. */
const GuardianDraft = z
  .strictObject({
    name: z.optional(optionalLine(255)),
    relation,
    phone,
    patientId: z.optional(z.nullable(Id)),
  })
  .check(
    z.refine(({ name, patientId }) => Boolean(name) || patientId != null, {
      error: "Enter a name, or choose a patient",
      path: ["name"],
    }),
    z.refine(({ phone, patientId }) => !phone || patientId == null, {
      error: "The phone of a patient is that of the record",
      path: ["phone"],
    }),
  );
export type GuardianDraft = z.output<typeof GuardianDraft>;

/** Each is replaced as a whole; null removes it. */
export const ContactChanges = z.strictObject({
  nextOfKin: z.optional(z.nullable(KinDraft)),
  guardian: z.optional(z.nullable(GuardianDraft)),
});
export type ContactChanges = z.output<typeof ContactChanges>;

/** Only the id: the caller knows what it sent, and refetches the rest. */
const Changed = z.object({ patientId: Id });

export const household = endpoint({
  method: "GET",
  path: "/api/patients/:id/household",
  access: { any: ["view_patients"] },
  audit: "household.view",
  reads: ["households", "patients"],
  response: Household,
});
/** Next of kin, and the guardian of a patient under 18. */
export const changeContacts = endpoint({
  method: "PUT",
  path: "/api/patients/:id/contacts",
  access: mayEditPatients,
  audit: "contacts.change",
  changes: ["households", "recordHistory"],
  body: ContactChanges,
  namesOtherPatient: true,
  response: Changed,
  record: null,
});
/**
 * Adds another patient to the household, or makes one with this patient; `relation` is the other's role. 409 `taken`
 * when both are in different households.
 */
export const linkHousehold = endpoint({
  method: "POST",
  path: "/api/patients/:id/household",
  access: mayEditPatients,
  audit: "household.link",
  changes: ["households", "recordHistory"],
  body: z.strictObject({ patientId: Id, relation }),
  namesOtherPatient: true,
  response: Changed,
  record: null,
});
/** The patient's role in the household. */
export const changeRelation = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/household",
  access: mayEditPatients,
  audit: "household.change",
  changes: ["households", "recordHistory"],
  body: z.strictObject({ relation }),
  response: Changed,
  record: null,
});
export const leaveHousehold = endpoint({
  method: "DELETE",
  path: "/api/patients/:id/household",
  access: mayEditPatients,
  audit: "household.leave",
  changes: ["households", "recordHistory"],
  response: Changed,
  record: null,
});
