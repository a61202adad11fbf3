import { recallOutcomeLabels } from "#features/appointments/contract.ts";
import { listParts, listTitles } from "#features/clinical-lists/server/copied-lists.ts";
import { fullHistoryFields, fullHistoryLabels } from "#features/consultations/contract.ts";
import { addendaParts, consultationParts } from "#features/consultations/server/printed-record.ts";
import { contactPart } from "#features/households/server/contact-part.ts";
import { paperPart } from "#features/papers/server/paper-part.ts";
import type { Patient } from "#features/patients/contract.ts";
import {
  type FieldType,
  fieldsWhere,
  type PatientFieldName,
  patientField,
} from "#features/patients/patient-fields.ts";
import { pregnancyPart } from "#features/pregnancies/server/pregnancy-part.ts";
import { resultPart } from "#features/results/server/result-part.ts";
import type { RecordPart } from "#server/pdf/record-pdf.ts";
import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { gestationText } from "#shared/clinical/pregnancy.ts";
import { presentIllnessLines } from "#shared/clinical/present-illness.ts";
import { visitStateLabels } from "#shared/clinical/visit-states.ts";
import { formatInstant, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { centavos, formatMoney } from "#shared/formats/money.ts";
import { printProblem } from "#shared/formats/printable.ts";
import { prescribedText } from "#shared/prescription/prescribed-text.ts";
import type { Chunk } from "./whole-record.ts";

export const titles = {
  ...listTitles,
  stays: "Hospital stays",
  consultations: "Consultations",
  fullHistories: "Full histories",
  prescriptions: "Prescriptions",
  referrals: "Referrals",
  visits: "Visits",
  appointments: "Appointments",
  recalls: "Calls to come back",
  reminders: "Reminders and consent to them",
  immunizations: "Immunizations",
  pregnancies: "Pregnancies",
  contacts: "Next of kin and guardian",
  bills: "Bills and payments",
  results: "Laboratory results",
  papers: "Certificates and requests",
  files: "Uploaded files",
};

/** Files and custom fields are in other parts of the copy; the photo and the archive are no data of the patient. */
const writtenElsewhere: readonly FieldType[] = ["files", "map", "photo", "flag"];

export function patientParts(patient: Patient): RecordPart[] {
  const values: Partial<Record<PatientFieldName, unknown>> = patient;
  const fields = fieldsWhere(
    ({ type, shownIn }) => shownIn !== "history" && !writtenElsewhere.includes(type),
  );
  const parts = written(
    fields.map((name) => ({ label: patientField(name).label, text: inWords(name, values[name]) })),
  );
  for (const [name, text] of Object.entries(patient.customFields)) parts.push({ label: name, text });
  if (parts[0]) parts[0].section = "Patient";
  return parts;
}

function inWords(name: PatientFieldName, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  const text = String(value);
  switch (patientField(name).type) {
    case "day":
      return formatLongDay(text);
    case "instant":
      return formatInstant(text);
    case "days":
      return gestationText(Number(text));
    case "pesos":
      return formatMoney(text);
    case "illness":
      return illnessInWords(text);
    default:
      return text;
  }
}

const illnessInWords = (text: string) =>
  presentIllnessLines(text)
    .map(({ label, value }) => `${label}: ${value}`)
    .join("\n") || null;

/** The rows of one kind in a copied record. */
type RowOf<Name extends Chunk["name"]> = Extract<Chunk, { name: Name }>["rows"][number];

export function partsOf(chunk: Chunk): RecordPart[] {
  switch (chunk.name) {
    case "allergies":
    case "noKnownAllergies":
    case "problems":
    case "medicines":
    case "alerts":
      return listParts(chunk);
    case "stays":
      return chunk.rows.map(stayPart);
    case "visits":
      return chunk.rows.map(visitPart);
    case "appointments":
      return chunk.rows.map(appointmentPart);
    case "recalls":
      return chunk.rows.map(recallPart);
    case "reminders":
      return chunk.rows.map(reminderPart);
    case "results":
      return chunk.rows.map(resultPart);
    case "papers":
      return chunk.rows.map(paperPart);
    case "immunizations":
      return chunk.rows.map(immunizationPart);
    case "pregnancies":
      return chunk.rows.map(pregnancyPart);
    case "contacts":
      return chunk.rows.map(contactPart);
    case "bills":
      return chunk.rows.flatMap(billParts);
    case "consultations":
      return chunk.rows.flatMap(consultationChunkParts);
    case "fullHistories":
      return chunk.rows.flatMap(fullHistoryParts);
    case "prescriptions":
      return chunk.rows.flatMap(prescriptionParts);
    case "referrals":
      return chunk.rows.flatMap(referralParts);
    case "files":
      return chunk.rows.map(filePart);
  }
}

/** Without the empty ones, on one line. */
const listed = (facts: readonly (string | number | false | null | undefined)[]): string =>
  facts.filter(Boolean).join(", ");

const stayPart = (stay: RowOf<"stays">): RecordPart => ({
  label: stay.hospital,
  text: listed([
    `Admitted ${formatLongDay(stay.admittedAt)}`,
    stay.roomNumber && `room ${stay.roomNumber}`,
    stay.dischargedAt
      ? `discharged ${formatLongDay(manilaDay(new Date(stay.dischargedAt)))}`
      : "not discharged",
  ]),
});

const visitPart = ({ day, number, state, reason }: RowOf<"visits">): RecordPart => ({
  label: `Visit, ${formatLongDay(day)}`,
  text: listed([number && `number ${number}`, visitStateLabels[state].toLowerCase(), reason]),
});

const appointmentPart = ({ startsAt, minutes, state, reason, note }: RowOf<"appointments">): RecordPart => ({
  label: `Appointment, ${formatInstant(startsAt)}`,
  text: listed([`${minutes} minutes`, visitStateLabels[state].toLowerCase(), reason, note]),
});

const recallPart = ({ dueDay, outcome, note, createdAt }: RowOf<"recalls">): RecordPart => ({
  label: `Due ${formatLongDay(dueDay)}`,
  text: listed([formatInstant(createdAt), recallOutcomeLabels[outcome].toLowerCase(), note]),
});

const reminderPart = (row: RowOf<"reminders">): RecordPart => ({
  label: formatInstant(row.createdAt),
  text:
    "isGiven" in row
      ? `Consent to reminders by ${row.channel} ${row.isGiven ? "given" : "withdrawn"}`
      : `Reminder by ${row.channel} to ${row.address} of the appointment on ${formatInstant(row.startsAt)}: ${row.state}`,
});

const immunizationPart = (row: RowOf<"immunizations">): RecordPart => ({
  label: `${row.vaccine} ${row.dose}${row.state === "given" ? "" : " (entered in error)"}`,
  text: listed([
    formatLongDay(row.date),
    row.brand,
    row.lot && `lot ${row.lot}`,
    row.site,
    row.isElsewhere && "given elsewhere",
  ]),
});

/** A file keeps the name that a phone or a program gave it, in any script; nobody has to rename it for the copy. */
const filePart = (file: RowOf<"files">): RecordPart => ({
  label: printProblem(file.name) === null ? file.name : "A file whose name cannot be printed",
  text: `${file.category}, ${file.type}, ${Math.ceil(file.size / 1024)} KB, uploaded ${formatInstant(file.uploadedAt)}`,
});

const lineInWords = ({ description, quantity, amount }: RowOf<"bills">["lines"][number]) =>
  `${quantity} × ${description} at ${formatMoney(amount)}`;

const paymentInWords = ({ method, amount, takenAt, voidedAt }: RowOf<"bills">["payments"][number]) =>
  `${formatInstant(takenAt)}: ${formatMoney(amount)}, ${paymentMethodLabels[method]}${voidedAt ? " (voided)" : ""}`;

const billParts = (bill: RowOf<"bills">): RecordPart[] =>
  titled(`Bill ${bill.number}, ${formatLongDay(bill.day)}${bill.state === "void" ? " (voided)" : ""}`, [
    { label: "Charges", text: bill.lines.map(lineInWords).join("\n") },
    { label: "Due", text: formatMoney(bill.due) },
    { label: "Payments", text: bill.payments.map(paymentInWords).join("\n") },
    ...(bill.state === "void" ? [] : balanceParts(bill)),
  ]);

const balanceParts = ({ patientBalance, hmoBalance }: RowOf<"bills">): RecordPart[] => [
  { label: "Balance", text: formatMoney(patientBalance) },
  ...(centavos(hmoBalance) > 0n ? [{ label: "HMO owes", text: formatMoney(hmoBalance) }] : []),
];

const consultationChunkParts = (row: RowOf<"consultations">): RecordPart[] =>
  titled(`Consultation, ${formatInstant(row.createdAt)}`, [
    ...consultationParts(row),
    ...addendaParts(row).map(({ label, text }) => ({ label: `Addendum, ${label}`, text })),
  ]);

function fullHistoryParts(row: RowOf<"fullHistories">): RecordPart[] {
  const title =
    row.status === "finished" && row.finishedAt
      ? `Full history, finished ${formatInstant(row.finishedAt)}${row.doctorName ? ` by ${row.doctorName}` : ""}`
      : `Full history (draft), last written ${formatInstant(row.updatedAt)}`;
  return titled(
    title,
    fullHistoryFields.map((field) => ({ label: fullHistoryLabels[field], text: row[field] })),
  );
}

/** As written after the title of a prescription that is not to be followed. */
const invalidityOf = ({ withdrawnAt }: RowOf<"prescriptions">): string =>
  withdrawnAt ? ` (withdrawn on ${formatLongDay(manilaDay(new Date(withdrawnAt)))})` : "";

const prescriptionParts = (row: RowOf<"prescriptions">): RecordPart[] =>
  titled(`Prescription, ${formatLongDay(row.prescriptionDate)}${invalidityOf(row)}`, [
    { label: "Physician", text: `${row.physicianName}, license ${row.physicianLicense}` },
    {
      label: "Medications",
      text: prescribedText(row.medications),
    },
    { label: "Diagnosis", text: row.diagnosis },
    { label: "Additional instructions", text: row.additionalInstructions },
    { label: "Reason for prescribing despite an allergy", text: row.allergyReason },
  ]);

const referralParts = (row: RowOf<"referrals">): RecordPart[] =>
  titled(`Referral, ${formatInstant(row.dateReferred)}`, [
    { label: "From", text: row.fromClinicName },
    { label: "To", text: row.toClinicName },
    { label: "Reason", text: row.referralReason },
    { label: "Notes", text: row.referralNotes },
    {
      label: "Agreed by",
      text: row.consent && `${row.consent.agreedBy}, ${formatInstant(row.consent.at)}`,
    },
    { label: "Status", text: row.status },
    { label: "Reason declined", text: row.declineReason },
  ]);

const written = (parts: readonly RecordPart[]): RecordPart[] =>
  parts.filter(({ text }) => text !== null && text !== "");

/** The parts that are not empty, with the title above the first of them. */
function titled(section: string, parts: readonly RecordPart[]): RecordPart[] {
  const [first = { label: "Empty", text: "Nothing was written in it." }, ...rest] = written(parts);
  return [{ ...first, section }, ...rest];
}
