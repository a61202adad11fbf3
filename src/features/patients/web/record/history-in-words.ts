import { fieldLabel, fieldsWhere } from "#features/patients/patient-fields.ts";
import { presentIllnessLines } from "#shared/clinical/present-illness.ts";
import { allMeasured, VITAL_SIGN_LABELS, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { capitalized } from "#shared/formats/capitalized.ts";
import { fieldName } from "#shared/formats/column-name.ts";
import type { ChangeInWords } from "#web/clinical/HistoryList.tsx";
import { valueInWords } from "#web/clinical/value-in-words.ts";

/** Internal ids, which stay in the stored history only. */
const notForPeople = new Set([
  // Shown as the author.
  "byClinic",
  "apiKeyId",
  "clinicId",
  "globalPatientId",
  "isIntake",
  "isSharedPatient",
  "originalClinicId",
  "patientId",
  "preparedById",
  "registeredById",
  "releasedById",
  "secretaryId",
  "recordedById",
  // An id does not say with whom; the name of a guardian does.
  "householdId",
  "guardianPatientId",
  "userId",
  // The entry has the time itself, and the state implies the rest.
  "arrivedAt",
  "beforeHandover",
  "closedAt",
  "createdById",
  "forPaymentAt",
  "handedAt",
  // Of a visit: the letter says it.
  "handedFromId",
  "practitionerId",
  "isOpen",
  "fileId",
  "item",
  "kind",
  "placeId",
  "prescriptionId",
  "signatureId",
  "analytes",
  "changedAt",
  "changedById",
  "codeHash",
  "codeSeed",
  "doctorName",
  "fields",
  "initials",
  "paperId",
  "panels",
  "sheet",
  "templateId",
  "withdrawnAt",
  "withdrawnById",
  "inErrorAt",
  "inErrorById",
  "vitalsFromId",
  "vitalsInErrorAt",
  "vitalsInErrorById",
  "vitalsTakenAt",
  "withDoctorAt",
]);

const order: readonly string[] = fieldsWhere(() => true);

const labels: Record<string, string> = {
  ...VITAL_SIGN_LABELS,
  apiKey: "By the API key",
  collectedAt: "Collected",
  dosage: "SIG",
  followUpDate: "Follow-up date",
  handoverNote: "Note to the doctor",
  letter: "Doctor's letter",
  physicianPtr: "PTR number",
  physicianS2: "S2 number",
  number: "Queue number",
  resultValues: "Values",
  state: "Queue",
  treatment: "Treatment plan",
  inErrorReason: "Entered in error",
  vitalsInErrorReason: "Vital signs entered in error",
  withdrawReason: "Reason",
};
/** Labels for rows of clinical lists, by table. */
const listLabels: Record<string, Record<string, string>> = {
  allergies: { substance: "Allergy", howKnown: "Known by" },
  problems: { words: "Problem" },
  medicines: { generic: "Medicine", stopReason: "Reason" },
  medicine_stops: { generic: "Medicine", stopReason: "Reason" },
  alerts: { words: "Alert", isWarning: "Warning" },
  pregnancies: {
    lmp: "LMP",
    edc: "EDC by ultrasound",
    dueOn: "EDC",
    endedOn: "Ended",
    living: "Living children",
    term: "At term",
  },
  patient_families: {
    kinName: "Next of kin",
    kinRelation: "Relation of the next of kin",
    kinPhone: "Phone of the next of kin",
    guardianName: "Guardian",
    guardianRelation: "Relation of the guardian",
    guardianPhone: "Phone of the guardian",
    householdRelation: "In the household",
  },
  clinic_papers: { title: "Paper", number: "Number", day: "Date" },
  requested_items: { label: "Test" },
};

const ownFields = "custom_fields";

/** The fields of one history entry in words, in the order of the forms, without empty ones. */
export function changesInWords(
  changes: Record<string, unknown>,
  entity: string | null = null,
): ChangeInWords[] {
  const ofList = entity === null ? undefined : listLabels[entity];
  if (ofList) return listChangesInWords(changes, ofList);
  const own = changes[ownFields] ?? changes[fieldName(ownFields)];
  return [
    ...Object.entries(changes)
      .filter(([field]) => fieldName(field) !== "customFields")
      .map(([field, change]) => {
        const [before, after] = beforeAndAfter(change);
        return { name: fieldName(field), before: before ?? null, after } as const;
      })
      .filter(
        ({ name, before, after }) => !notForPeople.has(name) && !(before === null && isEmpty(name, after)),
      )
      .toSorted((one, other) => positionOf(one.name) - positionOf(other.name))
      .map(({ name, before, after }) => ({
        label: labelOf(name),
        before: before === null ? null : inWords(name, before),
        after: inWords(name, after),
      })),
    ...(own === undefined ? [] : customFieldsInWords(own)),
  ];
}

/** A new row is active: the state is shown only when it changes. */
function listChangesInWords(
  changes: Record<string, unknown>,
  ofList: Record<string, string>,
): ChangeInWords[] {
  const words = (name: string, value: unknown) =>
    name === "state" ? String(value).replaceAll("_", " ") : valueInWords(name, value).replaceAll("_", " ");
  return Object.entries(changes).flatMap(([field, change]) => {
    const name = fieldName(field);
    const [before = null, after] = beforeAndAfter(change);
    const isQuiet = name === "state" ? after === "active" : isEmpty(name, after);
    if (notForPeople.has(name) || (before === null && isQuiet)) return [];
    const label = ofList[name] ?? (name === "state" ? "State" : labelOf(name));
    return { label, before: before === null ? null : words(name, before), after: words(name, after) };
  });
}

const beforeAndAfter = (change: unknown): readonly [before: unknown, after: unknown] =>
  Array.isArray(change) && change.length === 2 ? [change[0], change[1]] : [null, change];

/** Custom fields are stored under one key; each changed one gets a line with its own name. */
function customFieldsInWords(change: unknown): ChangeInWords[] {
  const [before, after] = beforeAndAfter(change).map(
    (values) => new Map(Object.entries((values ?? {}) as Record<string, unknown>)),
  );
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])]
    .filter((name) => before?.get(name) !== after?.get(name))
    .map((name) => ({
      label: name,
      before: before?.has(name) ? valueInWords(name, before.get(name)) : null,
      after: valueInWords(name, after?.get(name)),
    }));
}

const isEmpty = (name: string, value: unknown) => value === false || inWords(name, value) === "empty";

/** Fields of other tables come after the patient's, in their own order. */
function positionOf(name: string): number {
  const position = order.indexOf(name);
  return position < 0 ? order.length : position;
}

/** The history stores vital signs, medications and lists as objects. */
function inWords(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => inWords(name, one)).join("; ") || "empty";
  if (name === "historyOfPresentIllness" && typeof value === "string")
    return (
      presentIllnessLines(value)
        .map(({ label, value: text }) => (label === "History" ? text : `${label}: ${text}`))
        .join("; ") || "empty"
    );
  if (typeof value !== "object" || value === null) return valueInWords(name, value);
  const inner: Record<string, unknown> = { ...value };
  if (name === "resultValues") return resultInWords(inner);
  if (name === "vitalSigns") return allMeasured(inner as Partial<VitalSigns>) || "empty";
  return (
    Object.entries(inner)
      .filter(([, one]) => one !== null && one !== "")
      .map(([key, one]) => `${labelOf(fieldName(key))} ${inWords(fieldName(key), one)}`)
      .join(", ") || "empty"
  );
}

const resultInWords = ({ name, value, unit, flag }: Record<string, unknown>): string =>
  [name, value, unit, flag].filter((part) => typeof part === "string" && part !== "").join(" ");

/** A known field by its label, another one split into words: "brandName" as "Brand name". */
function labelOf(name: string): string {
  return capitalized(
    fieldLabel(name) ?? labels[name] ?? name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`),
  );
}
