import * as z from "zod/mini";
import {
  type EnteredField,
  type FieldOfType,
  fieldsWhere,
  type PatientField,
  type PatientFieldName,
  patientField,
  patientFields,
  type RecordField,
  type RowField,
} from "#features/patients/patient-fields.ts";
import { optionalPhilHealthNumber } from "#shared/clinical/philhealth-number.ts";
import { VitalSignsEntry } from "#shared/clinical/vital-signs.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import {
  canBePrinted,
  daysInOrder,
  optionalAmount,
  optionalDay,
  optionalEmail,
  optionalInstant,
  optionalLine,
  optionalText,
  ordinary,
  pageSize,
  queryNumber,
  requiredLine,
} from "#shared/formats/fields.ts";
import { labelStockIds } from "#shared/label-stock.ts";
import { mayEditPatients, mayViewPatients } from "#shared/permissions.ts";
import { MAX_PICTURE_BYTES } from "#shared/pictures.ts";

export const admissionStatuses = ["Admitted", "Discharged", "Outpatient"] as const;
export const paymentStatuses = ["Paid-Received", "Pending", "Overdue"] as const;
export const patientStatuses = ["Waiting", "Seen", "Follow-up"] as const;
export const sexes = ["M", "F"] as const;
export const yesNo = ["Yes", "No"] as const;

/** Number or text; empty is null. Years. */
export const Age = z.pipe(
  z.pipe(
    z.nullable(z.union([z.number(), z.string().check(z.trim())], { error: "Age must be a positive number" })),
    z.transform((typed) => (typed === null || typed === "" ? null : Number(typed))),
  ),
  z.nullable(
    z
      .int({ error: "Age must be a positive number" })
      .check(z.gte(0, "Age must be a positive number"), z.lte(150, "Age must be at most 150")),
  ),
);

/** The age of gestation at birth, in days; null: not known. */
const GestationDays = z.nullable(
  z
    .int({ error: "Enter the weeks as a whole number" })
    .check(z.gte(140, "Enter from 20 weeks on"), z.lte(314, "Enter at most 44 weeks 6 days")),
);

/** The limit of a patient's custom field values. */
export const MAX_CUSTOM_VALUES = 200;

const FilePaths = z.array(z.string().check(z.maxLength(255))).check(z.maxLength(100, "At most 100 files"));

/** The rules of fields by what they hold. */
type RuleOfType = {
  line: ReturnType<typeof optionalLine>;
  phone: ReturnType<typeof optionalLine>;
  text: ReturnType<typeof optionalText>;
  illness: ReturnType<typeof optionalText>;
  email: ReturnType<typeof optionalEmail>;
  day: typeof optionalDay;
  instant: typeof optionalInstant;
  pesos: typeof optionalAmount;
  files: typeof FilePaths;
};

/** Rules of single fields: those that are required, sets of words, and numbers. */
const ownRules = {
  admissionNo: requiredLine("Admission number is required", patientFields.admissionNo.max),
  hospital: requiredLine("Hospital is required", patientFields.hospital.max),
  patientName: requiredLine("Patient name is required", patientFields.patientName.max),
  age: Age,
  sex: z.enum(sexes, { error: "Sex must be M or F" }),
  gestationDays: GestationDays,
  admissionStatus: z.enum(admissionStatuses, { error: "Invalid admission status" }),
  paymentStatus: z.enum(paymentStatuses, { error: "Invalid payment status" }),
  phicPayment: z.enum(yesNo, { error: "PHIC payment must be Yes or No" }),
  philhealthNumber: optionalPhilHealthNumber,
  patientStatus: z.enum(patientStatuses, { error: "Invalid patient status" }),
  customFields: z
    .record(
      z.string().check(z.maxLength(100), canBePrinted),
      z.string().check(ordinary, z.maxLength(5000), canBePrinted),
    )
    .check(
      z.refine(
        (values) => Object.keys(values).length <= MAX_CUSTOM_VALUES,
        `At most ${MAX_CUSTOM_VALUES} custom fields`,
      ),
    ),
} satisfies Record<Exclude<EnteredField, FieldOfType<keyof RuleOfType>>, unknown> & Record<string, unknown>;

type Entered = {
  [Name in EnteredField]: Name extends keyof typeof ownRules
    ? (typeof ownRules)[Name]
    : RuleOfType[(typeof patientFields)[Name]["type"] & keyof RuleOfType];
};

function ruleOf(name: PatientFieldName) {
  if (Object.hasOwn(ownRules, name)) return ownRules[name as keyof typeof ownRules];
  const { type, max = 255 } = patientField(name);
  switch (type) {
    case "line":
    case "phone":
      return optionalLine(max);
    case "text":
    case "illness":
      return optionalText(max);
    case "email":
      return optionalEmail("Invalid email");
    case "day":
      return optionalDay;
    case "instant":
      return optionalInstant;
    case "pesos":
      return optionalAmount;
    case "files":
      return FilePaths;
    default:
      throw new Error(`${name} needs a rule of its own.`);
  }
}

/** Every field that a person enters. Text limits: columns of the specification, else generous bounds. */
const entered = Object.fromEntries(
  fieldsWhere(({ isDerived }) => !isDerived).map((name) => [name, ruleOf(name)]),
) as Entered;

/** The data for registration. Other fields have the specification's defaults. */
export const PatientDraft = z.extend(z.partial(z.strictObject(entered)), {
  admissionNo: entered.admissionNo,
  hospital: entered.hospital,
  patientName: entered.patientName,
  sex: entered.sex,
});
export type PatientDraft = z.output<typeof PatientDraft>;

/** What a registration says besides the patient. */
export const registering = {
  /**
   * True: a patient who is probably registered already is 409 `possible_duplicate`, with them as `current`, and nothing
   * is saved. Not sent, as by clients that never ask: registered.
   */
  checkDuplicates: z.optional(z.boolean({ error: "checkDuplicates is true or false" })),
};

/** With the first vital signs, which are recorded as a visit for the chief complaint. */
const Registration = z.extend(PatientDraft, { vitalSigns: z.optional(VitalSignsEntry), ...registering });
export type Registration = z.output<typeof Registration>;

/** A field that is not sent stays as it is. */
export const PatientChanges = z.partial(z.strictObject(entered));
export type PatientChanges = z.output<typeof PatientChanges>;

const text = z.nullable(z.string());
const number = z.nullable(z.int());
const paths = z.array(z.string());

/** The shapes of fields in responses by what they hold. */
const shapeOfType = {
  line: text,
  phone: text,
  text,
  illness: text,
  email: text,
  day: text,
  instant: text,
  /** Pesos, a decimal string with two places. */
  pesos: text,
  years: number,
  days: number,
  files: paths,
  map: z.record(z.string(), z.string()),
  /** Address of the photo. */
  photo: text,
  flag: z.boolean(),
};

const ownShapes = {
  admissionNo: z.string(),
  hospital: z.string(),
  patientName: z.string(),
  /** Null only while nobody has asked: of patients whose imported list had none. */
  sex: z.nullable(z.enum(sexes)),
  admissionStatus: z.enum(admissionStatuses),
  paymentStatus: z.enum(paymentStatuses),
  phicPayment: z.enum(yesNo),
  patientStatus: z.enum(patientStatuses),
  consultationStatus: z.string(),
} satisfies Record<Extract<RecordField, FieldOfType<"choice">>, unknown> & Record<string, unknown>;

type ShapeOf<Name extends RecordField> = Name extends keyof typeof ownShapes
  ? (typeof ownShapes)[Name]
  : (typeof shapeOfType)[(typeof patientFields)[Name]["type"] & keyof typeof shapeOfType];

const shapesOf = <Name extends RecordField>(shownIn: PatientField["shownIn"]) =>
  Object.fromEntries(
    fieldsWhere((field) => field.shownIn === shownIn).map((name) => [
      name,
      Object.hasOwn(ownShapes, name)
        ? ownShapes[name as keyof typeof ownShapes]
        : shapeOfType[patientField(name).type as keyof typeof shapeOfType],
    ]),
  ) as { [Each in Name]: ShapeOf<Each> };

/**
 * A patient on the screens' lists: the entity without notes, present-illness history, file lists and custom fields.
 * Long texts are shortened. Age: years on the Manila day of the answer; by the birthday when there is one, else the told
 * age, which grows. The follow-up date is the day for which the last consultation asked the patient to return, until they
 * come.
 */
export const PatientListItem = z.object({
  id: Id,
  ...shapesOf<RowField>(undefined),
  /** A typed age as it was told, and when; null beside a birthday. */
  ageTold: z.nullable(z.object({ years: z.int(), on: z.string() })),
  /** The newest of the last consultation's and the record's own: the post-op one, else the pre-op one. */
  diagnosis: text,
  clinicId: Id,
  globalPatientId: z.string(),
  isSharedPatient: z.boolean(),
  originalClinicId: z.nullable(Id),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PatientListItem = z.output<typeof PatientListItem>;

const recordFields = z.object(shapesOf<Exclude<RecordField, RowField>>("record"));

export const Patient = z.extend(PatientListItem, recordFields.shape);
export type Patient = z.output<typeof Patient>;

/**
 * A row of a list call. Without `limit` it is the whole patient, because programs that know only the lists edit and
 * send back what they find in a row; with `limit` it is a `PatientListItem`.
 */
export const ListedPatient = z.extend(PatientListItem, z.partial(recordFields).shape);
export type ListedPatient = z.output<typeof ListedPatient>;

/** The part of a changed patient that users without the right to view patients receive. */
const PatientState = z.pick(PatientListItem, {
  id: true,
  clinicId: true,
  version: true,
  isArchived: true,
  consultationStatus: true,
  updatedAt: true,
});

/** The response of a call that changes a patient. */
export const changedPatient = { noted: "patient.view", withoutView: PatientState } as const;

export const HistoryEntry = z.object({
  id: Id,
  event: z.string(),
  /** The event as shown on screens. */
  label: z.string(),
  userName: text,
  userRole: text,
  /** The owner on whose device it was done, in staff mode. */
  ownerName: text,
  entity: text,
  entityId: z.nullable(Id),
  /** {field: [old, new]} */
  changes: z.record(z.string(), z.unknown()),
  happenedAt: z.string(),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

export const nextAdmissionNumber = endpoint({
  method: "GET",
  path: "/api/patients/next-admission-number",
  access: { any: ["add_patients"] },
  audit: null,
  reads: ["patients"],
  response: z.object({ admissionNo: z.string() }),
});
export const onePatient = endpoint({
  method: "GET",
  path: "/api/patients/:id",
  access: mayViewPatients,
  audit: "patient.view",
  reads: ["patients"],
  response: Patient,
});
export const addPatient = endpoint({
  method: "POST",
  path: "/api/patients",
  access: { any: ["add_patients"] },
  audit: "patient.create",
  changes: ["patients", "consultations", "visits", "appointments"],
  body: Registration,
  response: Patient,
  record: { noted: "patient.view", isNew: true },
});
export const editPatient = endpoint({
  method: "PATCH",
  path: "/api/patients/:id",
  access: mayEditPatients,
  audit: "patient.update",
  changes: ["patients", "recordHistory", "files", "allergies", "notifications", "visits", "appointments"],
  body: PatientChanges,
  response: Patient,
  record: changedPatient,
});
/** PNG, JPEG, WebP or GIF of 2 MB at most; stored as a small square JPEG. */
export const setPatientPhoto = endpoint({
  method: "POST",
  path: "/api/patients/:id/photo",
  access: mayEditPatients,
  audit: "patient.update",
  changes: ["patients", "recordHistory", "storage"],
  upload: { field: "photo", maxFiles: 1, maxBytes: MAX_PICTURE_BYTES },
  response: Patient,
  record: changedPatient,
});
export const removePatientPhoto = endpoint({
  method: "DELETE",
  path: "/api/patients/:id/photo",
  access: mayEditPatients,
  audit: "patient.update",
  changes: ["patients", "recordHistory", "storage"],
  response: Patient,
  record: changedPatient,
});
/** Logged once per user and five minutes, for all photos together: a page of a list shows many. */
export const patientPhoto = endpoint({
  method: "GET",
  path: "/api/patients/:id/photo",
  access: mayViewPatients,
  audit: "patient.photo",
  query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
  response: "file",
});
export const archivePatient = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/archive",
  access: mayEditPatients,
  audit: "patient.archive",
  changes: ["visits", "appointments", "patients", "recordHistory"],
  /** With the number of appointments after today, which stay booked. */
  response: z.extend(PatientListItem, { laterAppointments: z.int() }),
  record: changedPatient,
});
export const retrievePatient = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/unarchive",
  access: mayEditPatients,
  audit: "patient.retrieve",
  changes: ["patients", "recordHistory"],
  response: PatientListItem,
  record: changedPatient,
});
export const deletePatient = endpoint({
  method: "DELETE",
  path: "/api/patients/:id",
  access: { any: ["delete_patients"] },
  audit: "patient.delete",
  changes: ["patients", "recordHistory", "notifications", "visits", "consultations"],
  recentPassword: true,
  response: z.object({ message: z.string() }),
  record: null,
});
/** Labels with name, age, sex, birthday, number and its QR code; or the patient's card. */
export const printLabels = endpoint({
  method: "GET",
  path: "/api/patients/:id/labels.pdf",
  access: { any: ["view_patients"] },
  audit: "patient.labels",
  query: z.object({
    paper: z.optional(z.enum(labelStockIds, { error: "This paper is not known" })),
    /** Not sent: one. */
    count: z.optional(queryNumber(1, 65, "Enter from 1 to 65 labels")),
    /** Labels of the first sheet that are already used. */
    skip: z.optional(queryNumber(0, 64, "Enter from 0 to 64 labels")),
  }),
  response: "file",
});
export const patientHistory = endpoint({
  method: "GET",
  path: "/api/patients/:id/history",
  access: "doctor",
  audit: "patient.history",
  reads: ["recordHistory", "users"],
  query: z.object({ limit: z.optional(pageSize), cursor: z.optional(z.string().check(z.maxLength(60))) }),
  response: z.array(HistoryEntry),
});

/** `best` ranks search results: number, surname, first name, others. It is the default of a search. */
export const patientSorts = [
  "best",
  "newest",
  "name-asc",
  "name-desc",
  "hospital-asc",
  "hospital-desc",
] as const;

const filterText = z.optional(z.string().check(z.maxLength(200, "At most 200 characters")));

/** One of the words; empty, or the specification's word for no filter, is undefined. */
const oneOf = <const Words extends readonly string[]>(words: Words, all?: string) =>
  z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => value === "" || value === all || words.includes(value),
            `Use one of ${words.join(", ")}`,
          ),
        ),
      z.transform((value): Words[number] | undefined => words.find((word) => word === value)),
    ),
  );
const filterDay = z.optional(
  z.string().check(z.refine((day) => isCalendarDay(day) && day >= "1900", "Enter a date")),
);
/** Contains at most the last row's hospital, 255 characters of any script. */
const Cursor = z.optional(z.string().check(z.maxLength(2200)));

const filters = z.object({
  search: filterText,
  /** Admission status or patient status. */
  status: oneOf([...admissionStatuses, ...patientStatuses], "All Patients"),
  payment: oneOf(paymentStatuses, "All Payments"),
  archived: oneOf(["true", "false"]),
  diagnosis: filterText,
  consultationStatus: oneOf(["pending", "completed"]),
  patientStatus: oneOf(patientStatuses, "All Patients"),
  /** First and last day, Manila, of admission or else registration. */
  from: filterDay,
  to: filterDay,
  sort: oneOf(patientSorts),
});
export const PatientFilter = filters.check(daysInOrder);
export type PatientFilter = z.output<typeof PatientFilter>;

/**
 * Without `limit` the whole list of whole patients; with it one page of short rows, and `X-Next-Cursor` when there is
 * another.
 */
const PatientQuery = z.extend(filters, { limit: z.optional(pageSize), cursor: Cursor }).check(daysInOrder);

const PatientCounts = z.object({
  active: z.int(),
  archived: z.int(),
  admitted: z.int(),
  paymentPending: z.int(),
});

export const listPatients = endpoint({
  method: "GET",
  path: "/api/patients",
  access: mayViewPatients,
  audit: "patient.list",
  reads: ["patients"],
  query: PatientQuery,
  response: z.array(ListedPatient),
});
export const archivedPatients = endpoint({
  method: "GET",
  path: "/api/patients/archived",
  access: mayViewPatients,
  audit: "patient.list",
  reads: ["patients"],
  query: z.object({ search: filterText, limit: z.optional(pageSize), cursor: Cursor }),
  response: z.array(ListedPatient),
});
export const patientCounts = endpoint({
  method: "GET",
  path: "/api/patients/counts",
  access: mayViewPatients,
  audit: null,
  reads: ["patients"],
  response: PatientCounts,
});
export const exportPatients = endpoint({
  method: "POST",
  path: "/api/patients/export",
  access: mayViewPatients,
  audit: "patient.export",
  changes: [],
  recentPassword: true,
  query: PatientFilter,
  response: "file",
});
/** All rows of the filter, for printing. 413 above the limit of rows per print. */
export const printPatients = endpoint({
  method: "POST",
  path: "/api/patients/print",
  access: mayViewPatients,
  audit: "patient.print",
  changes: [],
  recentPassword: true,
  query: PatientFilter,
  response: z.array(PatientListItem),
});

/** What is known so far of the patient who is being registered. */
export const DuplicateQuestion = z.partial(
  z.strictObject({
    patientName: optionalLine(255),
    birthday: optionalDay,
    contactNumber: optionalLine(50),
    philhealthNumber: optionalPhilHealthNumber,
  }),
);
export type DuplicateQuestion = z.output<typeof DuplicateQuestion>;

const traits = ["name", "birthday", "phone", "philhealth"] as const;
/** What two records have in common, in words. */
export const traitLabels: Record<(typeof traits)[number], string> = {
  name: "Similar name",
  birthday: "Same birthday",
  phone: "Same phone",
  philhealth: "Same PhilHealth number",
};

/** A patient who is probably registered already. Masked for users who may not view patients: see `isMasked`. */
export const LikelyDuplicate = z.object({
  id: z.nullable(Id),
  patientName: z.string(),
  /** Only the year when masked. */
  birthday: text,
  age: z.nullable(z.int()),
  sex: z.nullable(z.enum(sexes)),
  admissionNo: text,
  hospital: text,
  lastVisitAt: text,
  isArchived: z.nullable(z.boolean()),
  isMasked: z.boolean(),
  matches: z.array(z.enum(traits)),
});
export type LikelyDuplicate = z.output<typeof LikelyDuplicate>;
/** POST, so that names are not in URLs. Creates nothing. */
export const findDuplicates = endpoint({
  method: "POST",
  path: "/api/patients/duplicates",
  access: { any: ["add_patients"] },
  audit: "patient.duplicates",
  changes: [],
  body: DuplicateQuestion,
  response: z.array(LikelyDuplicate),
});
