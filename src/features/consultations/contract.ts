import * as z from "zod/mini";
import { PatientListItem } from "#features/patients/contract.ts";
import { ById, endpoint, Id } from "#shared/endpoint.ts";
import { optionalDay, optionalText, pageSize, requiredText } from "#shared/fields.ts";
import { VitalSigns, VitalSignsEntry } from "#shared/vital-signs.ts";

const text = z.nullable(z.string());

/** The newest recorded set, each sign null while nothing was ever measured. */
export const LatestVitals = z.extend(VitalSigns, { recordedAt: text });
export type LatestVitals = z.output<typeof LatestVitals>;

export const Consultation = z.object({
  id: Id,
  patientId: Id,
  clinicId: Id,
  secretaryId: z.nullable(Id),
  consultationType: z.string(),
  chiefComplaint: text,
  /** JSON text, as the wizard or the checklist wrote it. */
  historyOfPresentIllness: text,
  vitalSigns: z.nullable(VitalSigns),
  physicalExamination: text,
  diagnosis: text,
  treatment: text,
  medications: text,
  followUpDate: text,
  notes: text,
  createdAt: z.string(),
});
export type Consultation = z.output<typeof Consultation>;

export const ConsultationDraft = z.strictObject({
  patientId: Id,
  chiefComplaint: requiredText("Chief complaint is required", 20_000),
  historyOfPresentIllness: z.optional(optionalText(200_000)),
  vitalSigns: z.optional(z.nullable(VitalSignsEntry)),
  physicalExamination: z.optional(optionalText(200_000)),
  diagnosis: requiredText("Diagnosis is required", 200_000),
  treatment: requiredText("Treatment plan is required", 200_000),
  medications: z.optional(optionalText(200_000)),
  followUpDate: z.optional(optionalDay),
  notes: z.optional(optionalText(200_000)),
  consultationType: z.optional(optionalText(100)),
});
export type ConsultationDraft = z.output<typeof ConsultationDraft>;

/** Vital signs taken outside a consultation; its stored type is Vitals. */
export const VitalsDraft = z.strictObject({
  vitalSigns: VitalSignsEntry,
  chiefComplaint: z.optional(optionalText(20_000)),
  notes: z.optional(optionalText(200_000)),
  /** Some clients repeat the patient in the body; the path decides. */
  patientId: z.optional(Id),
});
export type VitalsDraft = z.output<typeof VitalsDraft>;

/** A patient of today's list. */
export const TodayItem = z.extend(PatientListItem, {
  /** When today's visit was opened: the newest consultation, else the registration. Null for an appointment alone. */
  consultationCreatedAt: text,
  /** Today's appointment when there is one, else when the visit was opened: at registration or the day's first entry. */
  visitAt: z.string(),
});
export type TodayItem = z.output<typeof TodayItem>;

const view = { any: ["view_patients"] } as const;
const edit = { any: ["edit_patients"] } as const;

export const todaysConsultations = endpoint({
  method: "GET",
  path: "/api/consultations/today",
  access: view,
  audit: "patient.today",
  query: z.object({ limit: z.optional(pageSize) }),
  response: z.array(TodayItem),
});
export const addConsultation = endpoint({
  method: "POST",
  path: "/api/consultations",
  access: edit,
  audit: "consultation.create",
  body: ConsultationDraft,
  response: Consultation,
});
export const recordVitals = endpoint({
  method: "POST",
  path: "/api/patients/:id/consultation",
  access: { any: ["view_patients", "add_patients"] },
  audit: "vitals.record",
  params: ById,
  body: VitalsDraft,
  response: Consultation,
});
export const latestVitals = endpoint({
  method: "GET",
  path: "/api/patients/:id/vitals",
  access: view,
  audit: "vitals.view",
  params: ById,
  response: LatestVitals,
});
export const patientConsultations = endpoint({
  method: "GET",
  path: "/api/patients/:id/consultations",
  access: view,
  audit: "consultation.view",
  params: ById,
  query: z.object({ limit: z.optional(pageSize), cursor: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.array(Consultation),
});
export const completeConsultation = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/complete-consultation",
  access: edit,
  audit: "consultation.complete",
  params: ById,
  response: PatientListItem,
});
export const reopenConsultation = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/reopen-consultation",
  access: edit,
  audit: "consultation.reopen",
  params: ById,
  response: PatientListItem,
});
