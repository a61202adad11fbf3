/**
 * The fields of a patient: the one list from which follow the rules of what is entered and the shape of what is answered
 * (contract.ts), the columns that are read, forms, the record's sheet, the export, lists to import, merges, copies, FHIR and
 * the words of the record history. In the order in which they are shown. It uses no zod: screens that only show patients load
 * it.
 *
 * A further optional text is a migration with its column and an entry here. patient-fields.test.ts adds one and looks for it
 * in each of these places; what a field is left out of is there with its reason.
 */
type PatientFieldEntry = {
  /** On screens, on papers and in the record history. */
  label: string;
  /** Follows the label where the stored value is shown as it is, without words. */
  unit?: string;
  type: FieldType;
  /** Characters of a text. */
  max?: number;
  /** It follows from something else: no form and no program enters it. */
  isDerived?: true;
  /** Which responses have it: by default both lists and records. `history`: none, it is only in the record history. */
  shownIn?: "record" | "history";
  /** No form holds it as text: it has inputs of its own. */
  inForms?: false;
  /**
   * One of the optional facts about the person that all forms of the whole record, its sheet and the export show. `sheet`: a
   * shorter label, for the sheet. `inputMode`: the keyboard of a phone, numeric if the value is only digits.
   */
  detail?: { sheet?: string; placeholder?: string; inputMode?: "numeric" };
  /** A column of the export, besides the specification's and the details. */
  inExport?: true;
  /** The search box looks in it: see patients.search_text. */
  isSearched?: true;
  /**
   * What an imported list may have, under the label or another header (imports/server/header-targets.ts). `label`: where the
   * import names it otherwise. `fills: false`: what a registered patient lacks is not filled from a list.
   */
  list?: { label?: string; fills?: false };
  /**
   * Which value the survivor of a merge gets. By default that which the user chose, and without a choice the survivor's or,
   * where that is empty, the other's; `filled`: the same without a choice; `own`: see the merge.
   */
  merge?: "filled" | "own";
  /**
   * FHIR has it as an element of Patient, or as an Observation. `id`: what the Observation's id begins with, and may end with;
   * the patient's id is between.
   */
  fhir?:
    | "patient"
    | {
        id: readonly [before: string, after?: string];
        loinc: string;
        display: string;
        category?: "social-history";
      };
};

/**
 * What a field holds. line: one line of text; text: several; illness: the present illness, lines with labels; choice: a word
 * of a set; years: the age; days: a number of days; pesos: a decimal string; map: texts by name; flag: yes or no.
 */
export type FieldType =
  | "line"
  | "text"
  | "phone"
  | "email"
  | "illness"
  | "choice"
  | "day"
  | "instant"
  | "years"
  | "days"
  | "pesos"
  | "files"
  | "map"
  | "photo"
  | "flag";

export const patientFields = {
  admissionNo: {
    label: "Admission number",
    type: "line",
    max: 50,
    isSearched: true,
    merge: "own",
    fhir: "patient",
    list: {
      fills: false,
    },
  },
  hospital: {
    label: "Hospital",
    type: "line",
    max: 255,
    list: { fills: false },
  },
  patientName: {
    label: "Patient name",
    type: "line",
    max: 255,
    isSearched: true,
    fhir: "patient",
  },
  age: {
    label: "Age",
    type: "years",
    list: { fills: false },
  },
  ageToldOn: {
    label: "Age told on",
    type: "day",
    isDerived: true,
    shownIn: "history",
    merge: "own",
    list: { label: "Day on which the age was told", fills: false },
  },
  importedOn: { label: "Imported on", type: "day", isDerived: true, shownIn: "history", merge: "own" },
  sex: {
    label: "Sex",
    type: "choice",
    fhir: "patient",
    list: {},
  },
  birthday: {
    label: "Birthday",
    type: "day",
    inExport: true,
    fhir: "patient",
    list: {},
  },
  contactNumber: {
    label: "Contact number",
    type: "phone",
    max: 50,
    detail: { sheet: "Contact" },
    isSearched: true,
    fhir: "patient",
    list: {
      label: "Phone",
    },
  },
  email: {
    label: "Email",
    type: "email",
    max: 255,
    detail: {},
    fhir: "patient",
    list: {},
  },
  philhealthNumber: {
    label: "PhilHealth number",
    type: "line",
    detail: { sheet: "PhilHealth No.", placeholder: "12-345678901-2", inputMode: "numeric" },
    isSearched: true,
    fhir: "patient",
    list: {},
  },
  occupation: {
    label: "Occupation",
    type: "line",
    max: 255,
    detail: {},
    list: {},
    fhir: {
      id: ["occupation-"],
      loinc: "11341-5",
      display: "History of Occupation",
      category: "social-history",
    },
  },
  address: {
    label: "Address",
    type: "text",
    max: 1000,
    detail: {},
    fhir: "patient",
    list: {},
  },
  gestationDays: {
    label: "Gestation at birth",
    unit: "in days",
    type: "days",
    inForms: false,
    inExport: true,
    merge: "filled",
    fhir: { id: ["birth-", "-gestation"], loinc: "76516-4", display: "Gestational age--at birth" },
    list: {},
  },
  allergies: {
    label: "Allergies",
    type: "text",
    max: 2000,
    merge: "own",
    list: {},
  },
  roomNumber: { label: "Room number", type: "line", max: 50 },
  dateOfAdmission: { label: "Date of admission", type: "day" },
  dateOfDischarge: { label: "Date of discharge", type: "day", shownIn: "record", merge: "own" },
  physicianInCharge: {
    label: "Physician in charge",
    type: "line",
    max: 255,
    list: {},
  },
  preopDiagnosis: {
    label: "Pre-op diagnosis",
    type: "text",
    max: 200_000,
    list: {
      label: "Diagnosis",
    },
  },
  surgicalProcedure: {
    label: "Surgical procedure",
    type: "text",
    max: 200_000,
    list: {},
  },
  postopDiagnosis: { label: "Post-op diagnosis", type: "text", max: 200_000 },
  chiefComplaint: {
    label: "Chief complaint",
    type: "text",
    max: 20_000,
    list: {},
  },
  historyOfPresentIllness: {
    label: "History of present illness",
    type: "illness",
    max: 200_000,
    shownIn: "record",
  },
  admissionStatus: { label: "Admission status", type: "choice", merge: "own" },
  paymentStatus: { label: "Payment status", type: "choice" },
  amount: {
    label: "Amount",
    type: "pesos",
    list: { fills: false },
  },
  phicPayment: { label: "PHIC payment", type: "choice" },
  referringPhysician: {
    label: "Referring physician",
    type: "line",
    max: 255,
    list: {},
  },
  remarks: {
    label: "Remarks",
    type: "text",
    max: 200_000,
    list: {},
  },
  internalNotes: { label: "Internal notes", type: "text", max: 200_000, shownIn: "record" },
  patientStatus: { label: "Patient status", type: "choice" },
  appointmentTime: { label: "Appointment", type: "instant", merge: "own" },
  followUpDate: { label: "Follow-up date", type: "day", isDerived: true, merge: "own" },
  patientPhoto: { label: "Photo", type: "photo", isDerived: true },
  laboratoryFiles: {
    label: "Laboratory files",
    type: "files",
    shownIn: "record",
    inForms: false,
    merge: "own",
  },
  imagingFiles: { label: "Imaging files", type: "files", shownIn: "record", inForms: false, merge: "own" },
  otherFiles: { label: "Other files", type: "files", shownIn: "record", inForms: false, merge: "own" },
  customFields: { label: "Custom fields", type: "map", shownIn: "record", inForms: false, merge: "own" },
  consultationStatus: { label: "Consultation status", type: "choice", isDerived: true, merge: "own" },
  consultationCompletedAt: {
    label: "Consultation completed",
    type: "instant",
    isDerived: true,
    merge: "own",
  },
  isArchived: { label: "Archived", type: "flag", isDerived: true, merge: "own", fhir: "patient" },
} as const satisfies Record<string, PatientFieldEntry>;

export type PatientFieldName = keyof typeof patientFields;
export type PatientField = PatientFieldEntry;

/** The names of the fields whose entry has such values. */
type With<Part> = {
  [Name in PatientFieldName]: (typeof patientFields)[Name] extends Part ? Name : never;
}[PatientFieldName];

export type EnteredField = Exclude<PatientFieldName, With<{ isDerived: true }>>;
export type FieldOfType<Type extends FieldType> = With<{ type: Type }>;
/** Fields that forms hold as text; files and custom fields are separate. */
export type FormField = Exclude<EnteredField, With<{ inForms: false }>>;
export type DetailField = With<{ detail: object }>;
export type FhirPatientField = With<{ fhir: "patient" }>;
export type ListField = With<{ list: object }>;
export type FilledField = Exclude<ListField, With<{ list: { fills: false } }>>;
/** Fields of records; with those of lists among them. */
export type RecordField = Exclude<PatientFieldName, With<{ shownIn: "history" }>>;
export type RowField = Exclude<RecordField, With<{ shownIn: "record" }>>;
/** Fields whose value a user may choose in a merge. */
export type ChosenField = Exclude<PatientFieldName, With<{ merge: string }>>;
/** Those, and the fields that are filled from the other record without a choice. */
export type MergedField = ChosenField | With<{ merge: "filled" }>;

export const patientField = (name: PatientFieldName): PatientField => patientFields[name];

/** The names of the fields of which this is true, in the order of the list. */
export const fieldsWhere = <Name extends PatientFieldName = PatientFieldName>(
  isTrue: (field: PatientField, name: PatientFieldName) => boolean,
): Name[] =>
  (Object.keys(patientFields) as PatientFieldName[]).filter((name): name is Name =>
    isTrue(patientField(name), name),
  );

/** The label as screens and the record history have it; undefined for what is no field of a patient. */
export function fieldLabel(name: PatientFieldName): string;
export function fieldLabel(name: string): string | undefined;
export function fieldLabel(name: string): string | undefined {
  if (!Object.hasOwn(patientFields, name)) return undefined;
  const { label, unit } = patientField(name as PatientFieldName);
  return unit ? `${label}, ${unit}` : label;
}
