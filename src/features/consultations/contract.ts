import * as z from "zod/mini";
import { Diagnosis, DiagnosisEntries } from "#features/diagnoses/contract.ts";
import { changedPatient, ListedPatient, PatientListItem } from "#features/patients/contract.ts";
import { confidentialEntry, confidentiality } from "#shared/clinical/confidentiality.ts";
import { openVisitStates, visitPurposes } from "#shared/clinical/visit-states.ts";
import { VitalSigns, VitalSignsEntry } from "#shared/clinical/vital-signs.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import {
  canBePrinted,
  dayOrInstant,
  optionalDay,
  optionalLine,
  optionalText,
  ordinary,
  pageFields,
  queryNumber,
  requiredText,
} from "#shared/formats/fields.ts";
import { namedDoctor, practitionerId } from "#shared/paper-doctor.ts";
import { mayEditPatients, mayViewPatients } from "#shared/permissions.ts";

const text = z.nullable(z.string());

/** The newest recorded set that was not entered in error; a sign that was never measured is null. */
export const LatestVitals = z.extend(VitalSigns, { recordedAt: text });
export type LatestVitals = z.output<typeof LatestVitals>;

/** A mark beside what must not be used: typed wrong, or in another patient's record. */
export const EnteredInError = z.object({ at: z.string(), byName: text, reason: z.string() });
export type EnteredInError = z.output<typeof EnteredInError>;

/** One recorded set, with the id of the consultation or vitals entry that contains it. */
export const VitalSignReading = z.extend(VitalSigns, {
  id: Id,
  recordedAt: z.string(),
  /** The user who recorded it; null when none of the clinic did. */
  recordedById: z.nullable(Id),
  /** Whether a pregnancy was open on the day. */
  isPregnant: z.boolean(),
  /** The age of gestation on the day in days; null if not pregnant. */
  gestationDays: z.nullable(z.int()),
  enteredInError: z.nullable(EnteredInError),
});
export type VitalSignReading = z.output<typeof VitalSignReading>;

/** What was added after a consultation was written; the consultation itself never changes. */
export const Addendum = z.object({
  id: Id,
  text: z.string(),
  authorName: text,
  createdAt: z.string(),
  /** Whether the caller wrote it. */
  isOwn: z.boolean(),
  enteredInError: z.nullable(EnteredInError),
});
export type Addendum = z.output<typeof Addendum>;

export const Consultation = z.object({
  id: Id,
  patientId: Id,
  clinicId: Id,
  secretaryId: z.nullable(Id),
  /** Who saw the patient; not of vital signs alone and of an intake. */
  ...namedDoctor,
  consultationType: z.string(),
  chiefComplaint: text,
  /** JSON text, as the wizard or the checklist wrote it. */
  historyOfPresentIllness: text,
  vitalSigns: z.nullable(VitalSigns),
  /** Of the vital signs, which are marked alone or with the whole entry. */
  vitalsInError: z.nullable(EnteredInError),
  physicalExamination: text,
  diagnosis: text,
  /** The coded diagnoses, in the order in which they were written. */
  diagnoses: z.array(Diagnosis),
  treatment: text,
  medications: text,
  followUpDate: text,
  notes: text,
  /** True for the History Checklist's: its diagnosis is a fixed text, not an assessment. */
  isIntake: z.boolean(),
  createdAt: z.string(),
  /** Of the whole entry, which is then not used for anything. */
  enteredInError: z.nullable(EnteredInError),
  /** In the order in which they were written. */
  addenda: z.array(Addendum),
  ...confidentiality,
});
export type Consultation = z.output<typeof Consultation>;

/** JSON text, or the object itself, which is stored as JSON text. */
const PresentIllnessEntry = z.pipe(
  z.pipe(
    z.nullable(z.union([z.string(), z.record(z.string(), z.unknown())], { error: "Enter text" })),
    z.transform((sent) => (typeof sent === "object" && sent !== null ? JSON.stringify(sent) : sent)),
  ),
  optionalText(200_000),
);

/** Empty is null: then there are diagnoses. */
const DiagnosisText = z.pipe(
  z.nullable(
    z
      .string({ error: "Diagnosis is required" })
      .check(ordinary, z.trim(), z.maxLength(200_000, "Use at most 200,000 characters"), canBePrinted),
  ),
  z.transform((text: string | null) => text || null),
);

/** The words of the diagnoses, unless another text is sent with them. */
export const isDiagnosed = z.refine<{
  diagnosis?: string | null | undefined;
  diagnoses?: unknown[] | undefined;
}>(({ diagnosis, diagnoses = [] }) => Boolean(diagnosis) || diagnoses.length > 0, {
  error: "Diagnosis is required",
  path: ["diagnosis"],
  // Reported together with the other missing fields.
  when: ({ value, issues }) =>
    typeof value === "object" &&
    value !== null &&
    issues.every(({ path }) => path?.[0] !== "diagnosis" && path?.[0] !== "diagnoses"),
});

export const ConsultationDraft = z
  .strictObject({
    patientId: Id,
    /** Who saw the patient. A secretary is never that: one who writes it down names the doctor. */
    practitionerId,
    chiefComplaint: requiredText("Chief complaint is required", 20_000),
    historyOfPresentIllness: z.optional(PresentIllnessEntry),
    vitalSigns: z.optional(z.nullable(VitalSignsEntry)),
    physicalExamination: z.optional(optionalText(200_000)),
    /** Required unless there are diagnoses, whose words it becomes. */
    diagnosis: z.optional(DiagnosisText),
    diagnoses: z.optional(DiagnosisEntries),
    treatment: requiredText("Treatment plan is required", 200_000),
    medications: z.optional(optionalText(200_000)),
    followUpDate: z.optional(optionalDay),
    notes: z.optional(optionalText(200_000)),
    consultationType: z.optional(optionalLine(100)),
    isConfidential: confidentialEntry,
  })
  .check(isDiagnosed);
export type ConsultationDraft = z.output<typeof ConsultationDraft>;

/** Vital signs taken outside a consultation; its stored type is Vitals. */
export const VitalsDraft = z.strictObject({
  vitalSigns: VitalSignsEntry,
  /** When they were measured, if not now: for entries from an old card. Not in the future, nor before the birthday. */
  recordedAt: z.optional(z.nullable(dayOrInstant)),
  chiefComplaint: z.optional(optionalText(20_000)),
  notes: z.optional(optionalText(200_000)),
  /** True: the user was asked about a measurement that somebody of this age can hardly have, and means it. */
  confirmUnlikely: z.optional(z.boolean({ error: "confirmUnlikely is true or false" })),
  /** Some clients repeat the patient in the body; the path counts. */
  patientId: z.optional(Id),
});
export type VitalsDraft = z.output<typeof VitalsDraft>;

export const AddendumDraft = z.strictObject({ text: requiredText("Write the addendum first", 20_000) });

/** The ten fields in the order in which a history is taken, with their labels. */
export const fullHistoryLabels = {
  chiefComplaint: "Chief complaint",
  historyOfPresentIllness: "History of present illness",
  pastMedicalHistory: "Past medical history",
  medicationsAllergies: "Medications and allergies",
  familySocialHistory: "Family and social history",
  pastSurgeries: "Past surgeries",
  hospitalizations: "Hospitalizations",
  workingDiagnosis: "Working diagnosis",
  finalDiagnosis: "Final diagnosis",
  managementPlan: "Management plan",
} as const;
export type FullHistoryField = keyof typeof fullHistoryLabels;
export const fullHistoryFields = Object.keys(fullHistoryLabels) as FullHistoryField[];

/** Characters of a field. */
export const longestOfHistory = (field: FullHistoryField): number =>
  field === "chiefComplaint" ? 20_000 : 200_000;

/** A schema for each field. */
export const ofFullHistory = <Schema>(schemaOf: (field: FullHistoryField) => Schema) =>
  Object.fromEntries(fullHistoryFields.map((field) => [field, schemaOf(field)])) as Record<
    FullHistoryField,
    Schema
  >;

/** The full history: a draft while it is written, finalized by the doctor, then immutable. */
export const FullHistory = z.object({
  id: Id,
  patientId: Id,
  clinicId: Id,
  /** The user who finalized it. */
  doctorId: z.nullable(Id),
  doctorName: text,
  /** The user who edited it last. */
  writtenByName: text,
  ...ofFullHistory(() => text),
  status: z.enum(["draft", "finished"]),
  version: z.int(),
  finishedAt: text,
  createdAt: z.string(),
  updatedAt: z.string(),
  enteredInError: z.nullable(EnteredInError),
  ...confidentiality,
});
export type FullHistory = z.output<typeof FullHistory>;

export const FullHistoryDraft = z.partial(
  z.strictObject(ofFullHistory((field) => optionalText(longestOfHistory(field)))),
);
export type FullHistoryDraft = z.output<typeof FullHistoryDraft>;

/** A field that is not sent stays as it is. Only the doctor may send `finished`; it needs a chief complaint. */
export const FullHistoryChanges = z.extend(FullHistoryDraft, {
  status: z.optional(z.enum(["draft", "finished"])),
});
export type FullHistoryChanges = z.output<typeof FullHistoryChanges>;

/** What today's list says of a patient besides the patient. */
const dayFacts = {
  /** When today's visit was opened: the newest consultation, else the registration; null if there is neither. */
  consultationCreatedAt: text,
  /** Today's appointment when there is one, else when the visit was opened: at registration or the day's first entry. */
  visitAt: z.string(),
  /**
   * When the doctor's consultation of today was saved (vital signs and checklists do not count), or a visit of today
   * was marked Done, whichever is later.
   */
  consultedAt: text,
  /** Today's open visit: what for, its state and since when (for a waiting patient, the arrival). Null without a visit. */
  queue: z.nullable(
    z.object({ purpose: z.enum(visitPurposes), state: z.enum(openVisitStates), since: text }),
  ),
};

/** A patient of today's list. */
export const TodayItem = z.extend(PatientListItem, dayFacts);
export type TodayItem = z.output<typeof TodayItem>;

/** The most patients of one day that the screens show. */
const MAX_SHOWN_TODAY = 5000;

/** Sent by the screens: with a limit the rows are short. */
export const todayOnScreen = { query: { limit: String(MAX_SHOWN_TODAY) } };

/** Without `limit` every row is the whole patient, as in the patient list. */
export const todaysConsultations = endpoint({
  method: "GET",
  path: "/api/consultations/today",
  access: mayViewPatients,
  audit: "patient.today",
  reads: ["patients", "consultations", "visits"],
  query: z.object({
    limit: z.optional(queryNumber(1, MAX_SHOWN_TODAY, `limit is a number from 1 to ${MAX_SHOWN_TODAY}`)),
  }),
  response: z.array(z.extend(ListedPatient, dayFacts)),
});
export const addConsultation = endpoint({
  method: "POST",
  path: "/api/consultations",
  access: mayEditPatients,
  audit: "consultation.create",
  changes: ["patients", "recordHistory", "consultations", "vitalSigns", "visits"],
  body: ConsultationDraft,
  response: Consultation,
  record: { noted: "consultation.view", isNew: true },
});
export const recordVitals = endpoint({
  method: "POST",
  path: "/api/patients/:id/consultation",
  access: { any: ["view_patients", "add_patients"] },
  audit: "vitals.record",
  changes: ["patients", "recordHistory", "consultations", "vitalSigns", "visits"],
  body: VitalsDraft,
  response: Consultation,
  record: { noted: "consultation.view", isNew: true },
});
export const latestVitals = endpoint({
  method: "GET",
  path: "/api/patients/:id/vitals",
  access: mayViewPatients,
  audit: "vitals.view",
  reads: ["vitalSigns"],
  response: LatestVitals,
});
/** Readings over time, newest first, including those entered in error. */
export const vitalSignReadings = endpoint({
  method: "GET",
  path: "/api/patients/:id/vital-signs",
  access: mayViewPatients,
  audit: "vitals.view",
  reads: ["vitalSigns", "pregnancies", "users"],
  query: z.object(pageFields),
  response: z.array(VitalSignReading),
});
export const patientConsultations = endpoint({
  method: "GET",
  path: "/api/patients/:id/consultations",
  access: mayViewPatients,
  audit: "consultation.view",
  reads: ["consultations", "users"],
  query: z.object({
    ...pageFields,
    /** Leaves out those entered in error as a whole. */
    inError: z.optional(z.literal("without", { error: "Use without" })),
  }),
  response: z.array(Consultation),
});
export const addAddendum = endpoint({
  method: "POST",
  path: "/api/consultations/:id/addenda",
  access: mayEditPatients,
  audit: "consultation.addendum",
  changes: ["consultations", "recordHistory"],
  body: AddendumDraft,
  /** The consultation with all its addenda. */
  response: Consultation,
  record: {
    noted: "consultation.view",
    withoutView: z.pick(Consultation, { id: true, patientId: true, clinicId: true }),
  },
});
export const consultationPdf = endpoint({
  method: "GET",
  path: "/api/patients/:id/consultations/:consultationId.pdf",
  access: mayViewPatients,
  audit: "consultation.print",
  response: "file",
});
export const fullHistories = endpoint({
  method: "GET",
  path: "/api/patients/:id/consultation-records",
  access: mayViewPatients,
  audit: "fullHistory.view",
  reads: ["fullHistories", "users"],
  query: z.object(pageFields),
  response: z.array(FullHistory),
});
/** One draft per patient: while one is open, the response is 409 with it as `current`. */
export const beginFullHistory = endpoint({
  method: "POST",
  path: "/api/patients/:id/consultation-records",
  access: mayEditPatients,
  audit: "fullHistory.begin",
  changes: ["fullHistories", "recordHistory"],
  body: FullHistoryDraft,
  response: FullHistory,
  record: { noted: "fullHistory.view", isNew: true },
});
/** With `If-Match: "v3"` another version is 412 with `current`. */
export const writeFullHistory = endpoint({
  method: "PATCH",
  path: "/api/consultation-records/:id",
  access: mayEditPatients,
  audit: "fullHistory.write",
  changes: ["fullHistories", "recordHistory"],
  body: FullHistoryChanges,
  response: FullHistory,
  record: {
    noted: "fullHistory.view",
    withoutView: z.pick(FullHistory, {
      id: true,
      patientId: true,
      clinicId: true,
      status: true,
      version: true,
      updatedAt: true,
    }),
  },
});
export const fullHistoryPdf = endpoint({
  method: "GET",
  path: "/api/patients/:id/consultation-records/:recordId.pdf",
  access: mayViewPatients,
  audit: "fullHistory.print",
  response: "file",
});
export const completeConsultation = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/complete-consultation",
  access: mayEditPatients,
  audit: "consultation.complete",
  changes: ["patients", "recordHistory", "visits"],
  response: PatientListItem,
  record: changedPatient,
});
export const reopenConsultation = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/reopen-consultation",
  access: mayEditPatients,
  audit: "consultation.reopen",
  changes: ["patients", "recordHistory", "visits"],
  response: PatientListItem,
  record: changedPatient,
});
