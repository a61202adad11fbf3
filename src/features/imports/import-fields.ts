import {
  fieldsWhere,
  type ListField,
  patientField,
  patientFields,
} from "#features/patients/patient-fields.ts";

/** The kinds of lists: patients, or consultations of registered patients. */
export const importKinds = ["patients", "consultations"] as const;
export type ImportKind = (typeof importKinds)[number];

/** Targets that identify the patient of a row. */
const personTargets = {
  "name.comma": "Name: Last, First Middle",
  "name.first": "Name: First Middle Last",
  "name.last": "Name: Last First Middle",
  lastName: "Last name",
  firstName: "First name",
  middleName: "Middle name",
  suffix: "Suffix (Jr., III)",
  birthday: patientFields.birthday.label,
  "birthday.month": "Birthday: month first",
  "birthday.day": "Birthday: day first",
  admissionNo: patientFields.admissionNo.label,
} as const;

/** The fields of a patient that a list may have. */
export const listFields = fieldsWhere<ListField>(({ list }) => list !== undefined);

/** Targets of the columns of a list of patients. */
const patientTargets = {
  ...personTargets,
  ...(Object.fromEntries(
    listFields.map((name) => {
      const { label, list } = patientField(name);
      return [name, list?.label ?? label];
    }),
  ) as Record<ListField, string>),
  "ageToldOn.month": "Day on which the age was told: month first",
  "ageToldOn.day": "Day on which the age was told: day first",
  ageSex: "Age and sex (46/M)",
  recordStatus: "Record status (active or archived)",
};

/** Targets of the columns of a list of consultations. */
const consultationTargets = {
  ...personTargets,
  visitDay: "Date of the visit",
  "visitDay.month": "Date of the visit: month first",
  "visitDay.day": "Date of the visit: day first",
  chiefComplaint: "Chief complaint",
  physicalExamination: "Physical examination",
  diagnosis: "Diagnosis",
  treatment: "Treatment plan",
  medications: "Medications",
  notes: "Notes",
  vitalSigns: "Vital signs of an archive",
  bloodPressure: "Blood pressure",
  temperature: "Temperature",
  pulse: "Pulse",
  respiratoryRate: "Respiratory rate",
  oxygenSaturation: "Oxygen saturation",
  bloodSugar: "Blood sugar",
  weight: "Weight",
  height: "Height",
} as const;

export type TargetOf = {
  patients: keyof typeof patientTargets;
  consultations: keyof typeof consultationTargets;
};
export type ImportTarget = TargetOf[ImportKind];

/** With their labels. */
export const importTargets: { [Kind in ImportKind]: Record<TargetOf[Kind], string> } = {
  patients: patientTargets,
  consultations: consultationTargets,
};

export const isImportTarget = (text: string, kind: ImportKind): boolean =>
  Object.hasOwn(importTargets[kind], text);

const CUSTOM = "custom:";

/** The target of a custom field. */
export const customTarget = (fieldName: string): string => `${CUSTOM}${fieldName}`;

/** The name of a target's custom field, or null. */
export const customFieldOf = (target: string): string | null =>
  target.startsWith(CUSTOM) ? target.slice(CUSTOM.length) : null;

/** Targets that several columns may share: their texts are joined. */
export const joinedTargets: readonly string[] = ["remarks", "address", "allergies", "notes"];

/** Days, for which the user may have to choose the order of day and month. */
export const dayFields: readonly string[] = ["birthday", "visitDay", "ageToldOn"];

/** The field of a target: both orders of a birthday are the birthday. */
export const fieldOf = (target: string): string =>
  customFieldOf(target) === null ? (target.split(".")[0] ?? target) : target;
