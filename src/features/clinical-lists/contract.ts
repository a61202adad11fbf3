import * as z from "zod/mini";
import { saysNoAllergies } from "#shared/clinical/allergy-words.ts";
import { confidentialEntry, confidentiality, isOwn } from "#shared/clinical/confidentiality.ts";
import { partialDay } from "#shared/clinical/partial-day.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { optionalDay, optionalLine, requiredLine } from "#shared/formats/fields.ts";
import { mayEditPatients, mayViewPatients } from "#shared/permissions.ts";

export const severities = ["mild", "moderate", "severe"] as const;
export type Severity = (typeof severities)[number];
export const waysKnown = ["told_by_patient", "observed", "tested"] as const;
export type WayKnown = (typeof waysKnown)[number];
/** A row recorded by mistake stays, marked as such. */
export const rowStates = ["active", "resolved", "entered_in_error"] as const;
export type RowState = (typeof rowStates)[number];

/** Rows of one list of a patient, whatever their state. */
export const MAX_ROWS = 200;
/** The length of all active allergies as text: the limit of the patient's text field. */
export const MAX_ALLERGIES_TEXT = 2000;

const text = z.nullable(z.string());
const stateWords = `Use ${rowStates.join(", ")}`;
const rowState = z.enum(rowStates, { error: stateWords });

/** Who recorded a row, and when. */
const recorded = {
  id: Id,
  patientId: Id,
  clinicId: Id,
  recordedAt: z.string(),
  recordedByName: text,
  updatedAt: z.string(),
  /** Sent back as If-Match; another one is 412 with the row as `current`. */
  version: z.int(),
} as const;

export const Allergy = z.object({
  ...recorded,
  substance: z.string(),
  reaction: text,
  severity: z.nullable(z.enum(severities)),
  howKnown: z.nullable(z.enum(waysKnown)),
  /** replaced: by rows made from it, or by other text. */
  state: z.enum([...rowStates, "replaced"]),
  isOwn,
  /** `substance` is the text of the patient's text field: one allergy or several, never parsed. */
  isFreeText: z.boolean(),
});
export type Allergy = z.output<typeof Allergy>;

const allergyFields = {
  substance: requiredLine("Substance is required", 120).check(
    z.refine(
      (words) => !saysNoAllergies(words),
      "This says that no allergies are known. Press “No known allergies” instead.",
    ),
  ),
  reaction: optionalLine(200),
  severity: z.nullable(z.enum(severities, { error: "Use mild, moderate or severe" })),
  howKnown: z.nullable(z.enum(waysKnown, { error: `Use ${waysKnown.join(", ")}` })),
  state: rowState,
} as const;
export const AllergyDraft = z.extend(z.partial(z.strictObject(allergyFields)), {
  substance: allergyFields.substance,
});
export type AllergyDraft = z.output<typeof AllergyDraft>;
const AllergyChanges = z.partial(z.strictObject(allergyFields));

/** That no allergies are known: who said so, and when. */
export const NoKnownAllergies = z.object({
  ...recorded,
  /** As typed: "No known allergies", "NKDA". */
  words: z.string(),
});
export type NoKnownAllergies = z.output<typeof NoKnownAllergies>;

export const Problem = z.object({
  ...recorded,
  words: z.string(),
  /** ICD-10. */
  code: text,
  /** As far as known: 2019, 2019-05 or 2019-05-01. */
  since: text,
  state: rowState,
  ...confidentiality,
});
export type Problem = z.output<typeof Problem>;

const problemFields = {
  words: requiredLine("Problem is required"),
  code: z.pipe(
    optionalLine(10),
    z.nullable(
      z.pipe(
        z.string().check(z.toUpperCase()),
        z.string().check(
          z.regex(/^[A-Z]\d[\dA-Z](\.?[\dA-Z]{1,4})?$/, "Use an ICD-10 code, like I10 or E11.9"),
          // Normalized like the table and the coded diagnoses: E119 is E11.9.
          z.overwrite((code) => code.replace(/^(...)\.?(?=.)/, "$1.")),
        ),
      ),
    ),
  ),
  since: partialDay,
  state: rowState,
} as const;
const ProblemDraft = z.extend(z.partial(z.strictObject(problemFields)), {
  words: problemFields.words,
  isConfidential: confidentialEntry,
});
const ProblemChanges = z.partial(z.strictObject(problemFields));

export const Alert = z.object({
  ...recorded,
  words: z.string(),
  isWarning: z.boolean(),
  state: rowState,
  isOwn,
});
export type Alert = z.output<typeof Alert>;

const alertFields = {
  words: requiredLine("Alert is required", 60),
  isWarning: z.boolean({ error: "isWarning is true or false" }),
  state: rowState,
} as const;
const AlertDraft = z.extend(z.partial(z.strictObject(alertFields)), { words: alertFields.words });
const AlertChanges = z.partial(z.strictObject(alertFields));

/** What a caller without view_patients gets. */
export const withoutView = z.object({
  id: Id,
  patientId: Id,
  clinicId: Id,
  state: z.string(),
  updatedAt: z.string(),
});
const answersRow = { noted: "patient.view", withoutView } as const;

/** Active ones first, the newest first. At most 200. */
export const allergies = endpoint({
  method: "GET",
  path: "/api/patients/:id/allergies",
  access: mayViewPatients,
  audit: "patient.view",
  reads: ["allergies", "users"],
  response: z.array(Allergy),
});
/** Ends "no known allergies". An active allergy to the same substance is 409 with it as `current`. */
export const addAllergy = endpoint({
  method: "POST",
  path: "/api/patients/:id/allergies",
  access: mayEditPatients,
  audit: "allergy.create",
  changes: ["allergies", "patients", "recordHistory"],
  body: AllergyDraft,
  response: Allergy,
  record: answersRow,
});
/** A field that is not sent stays as it is. Of free text only the state can change. */
export const changeAllergy = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/allergies/:rowId",
  access: mayEditPatients,
  audit: "allergy.change",
  changes: ["allergies", "patients", "recordHistory"],
  body: AllergyChanges,
  response: Allergy,
  record: answersRow,
});
/** Creates rows from the text in the patient's field, as a person read it. The text is then replaced. */
export const splitAllergyText = endpoint({
  method: "POST",
  path: "/api/patients/:id/allergies/:rowId/rows",
  access: mayEditPatients,
  audit: "allergy.change",
  changes: ["allergies", "patients", "recordHistory"],
  body: z.strictObject({
    rows: z
      .array(z.omit(AllergyDraft, { state: true }), { error: "Add an allergy" })
      .check(z.minLength(1, "Add an allergy"), z.maxLength(50, "At most 50 allergies at once")),
  }),
  /** The text's row. */
  response: Allergy,
  record: answersRow,
});
/** Null where it was never recorded, or allergies were recorded since. */
export const noKnownAllergies = endpoint({
  method: "GET",
  path: "/api/patients/:id/no-known-allergies",
  access: mayViewPatients,
  audit: "patient.view",
  reads: ["allergies", "users"],
  response: z.nullable(NoKnownAllergies),
});
/** Records that no allergies are known: who said so, and when. 409 while an allergy is active. */
export const sayNoKnownAllergies = endpoint({
  method: "POST",
  path: "/api/patients/:id/no-known-allergies",
  access: mayEditPatients,
  audit: "allergy.none",
  changes: ["allergies", "patients", "recordHistory"],
  response: NoKnownAllergies,
  record: { noted: "patient.view", withoutView: z.omit(withoutView, { state: true }) },
});

export const problems = endpoint({
  method: "GET",
  path: "/api/patients/:id/problems",
  access: mayViewPatients,
  audit: "patient.view",
  reads: ["problems", "users"],
  response: z.array(Problem),
});
/** An active problem in the same words is 409 with it as `current`. */
export const addProblem = endpoint({
  method: "POST",
  path: "/api/patients/:id/problems",
  access: mayEditPatients,
  audit: "problem.create",
  changes: ["problems", "recordHistory"],
  body: ProblemDraft,
  response: Problem,
  record: answersRow,
});
export const changeProblem = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/problems/:rowId",
  access: mayEditPatients,
  audit: "problem.change",
  changes: ["problems", "recordHistory"],
  body: ProblemChanges,
  response: Problem,
  record: answersRow,
});

export const alerts = endpoint({
  method: "GET",
  path: "/api/patients/:id/alerts",
  access: mayViewPatients,
  audit: "patient.view",
  reads: ["alerts", "users"],
  response: z.array(Alert),
});
/** The same active words are 409 with them as `current`. */
export const addAlert = endpoint({
  method: "POST",
  path: "/api/patients/:id/alerts",
  access: mayEditPatients,
  audit: "alert.create",
  changes: ["alerts", "recordHistory"],
  body: AlertDraft,
  response: Alert,
  record: answersRow,
});
export const changeAlert = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/alerts/:rowId",
  access: mayEditPatients,
  audit: "alert.change",
  changes: ["alerts", "recordHistory"],
  body: AlertChanges,
  response: Alert,
  record: answersRow,
});

const medicineSources = ["elsewhere", "over_the_counter"] as const;

/** What a patient takes or took: of a final prescription, or from elsewhere. */
export const Medicine = z.object({
  /** Null for a medicine of a prescription, which `prescriptionId` and `item` name. */
  id: z.nullable(Id),
  patientId: Id,
  clinicId: Id,
  generic: z.string(),
  dose: text,
  /** As prescribed: "BID". */
  frequency: text,
  /** As far as known: 2019, 2019-05 or 2019-05-01. */
  since: text,
  /** The last day. Null: no end given. */
  until: text,
  source: z.enum(["prescription", ...medicineSources]),
  prescriptionId: z.nullable(Id),
  /** Index in the prescription's medicines, from 0. */
  item: z.nullable(z.int()),
  state: z.enum(["active", "ended", "stopped", "entered_in_error"]),
  stopReason: text,
  /** Of a stopped medicine of a prescription: the row that a PATCH of medicine-stops takes back. */
  stopId: z.nullable(Id),
  recordedAt: z.string(),
  recordedByName: text,
  /** Null for a medicine of a prescription. */
  version: z.nullable(z.int()),
  ...confidentiality,
});
export type Medicine = z.output<typeof Medicine>;

const stopReason = requiredLine("Say why it is stopped", 200);
const medicineFields = {
  generic: requiredLine("Generic name is required"),
  dose: optionalLine(255),
  since: partialDay,
  until: optionalDay,
  source: z.enum(medicineSources, { error: `Use ${medicineSources.join(" or ")}` }),
} as const;
const MedicineDraft = z.extend(z.partial(z.strictObject(medicineFields)), {
  generic: medicineFields.generic,
  isConfidential: confidentialEntry,
});
/** Stopped: with a reason; `until` is then today unless it is sent. */
const MedicineChanges = z.extend(z.partial(z.strictObject(medicineFields)), {
  state: z.optional(
    z.enum(["active", "stopped", "entered_in_error"], { error: "Use active, stopped or entered_in_error" }),
  ),
  stopReason: z.optional(z.nullable(stopReason)),
});

export const StopDraft = z.strictObject({
  prescriptionId: z.int({ error: "Name the prescription" }).check(z.positive("Name the prescription")),
  item: z
    .int({ error: "Name the medicine by its place, from 0" })
    .check(
      z.gte(0, "Name the medicine by its place, from 0"),
      z.lte(99, "A prescription has fewer medicines"),
    ),
  stopReason,
});
export type StopDraft = z.output<typeof StopDraft>;

const MedicineStop = z.object({
  ...recorded,
  prescriptionId: Id,
  item: z.int(),
  generic: z.string(),
  /** The first day without it. */
  stoppedOn: z.string(),
  stopReason: z.string(),
  state: z.enum(["active", "entered_in_error"]),
});
export type MedicineStop = z.output<typeof MedicineStop>;

/** Current ones first, then ended and stopped ones, the newest first. */
export const medicines = endpoint({
  method: "GET",
  path: "/api/patients/:id/medicines",
  access: mayViewPatients,
  audit: "patient.view",
  reads: ["medicines", "prescriptions", "users"],
  response: z.array(Medicine),
});
/** From elsewhere unless another source is sent. One that is already active is 409 with it as `current`. */
export const addMedicine = endpoint({
  method: "POST",
  path: "/api/patients/:id/medicines",
  access: mayEditPatients,
  audit: "medicine.create",
  changes: ["medicines", "recordHistory"],
  body: MedicineDraft,
  response: Medicine,
  record: { noted: "patient.view", withoutView: z.omit(withoutView, { updatedAt: true }) },
});
export const changeMedicine = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/medicines/:rowId",
  access: mayEditPatients,
  audit: "medicine.change",
  changes: ["medicines", "recordHistory"],
  body: MedicineChanges,
  response: Medicine,
  record: { noted: "patient.view", withoutView: z.omit(withoutView, { updatedAt: true }) },
});
/** Stops a medicine of a final prescription. */
export const stopPrescribed = endpoint({
  method: "POST",
  path: "/api/patients/:id/medicine-stops",
  access: mayEditPatients,
  audit: "medicine.stop",
  changes: ["medicines", "recordHistory"],
  body: StopDraft,
  response: MedicineStop,
  record: answersRow,
});
/** Takes a stop back, or reinstates it. */
export const changeStop = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/medicine-stops/:rowId",
  access: mayEditPatients,
  audit: "medicine.change",
  changes: ["medicines", "recordHistory"],
  body: z.strictObject({
    state: z.enum(["active", "entered_in_error"], { error: "Use active or entered_in_error" }),
  }),
  response: MedicineStop,
  record: answersRow,
});
