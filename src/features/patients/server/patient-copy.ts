import { Readable } from "node:stream";
import {
  type PatientAppointment,
  type RecallOutcome,
  recallOutcomeLabels,
} from "#features/appointments/contract.ts";
import { listOfPatient } from "#features/appointments/server/appointment-rows.ts";
import type { Bill } from "#features/billing/contract.ts";
import { billsOf } from "#features/billing/server/bill-rows.ts";
import {
  type ListChunk,
  listParts,
  listTitles,
  readLists,
} from "#features/clinical-lists/server/copied-lists.ts";
import type { Consultation, FullHistory } from "#features/consultations/contract.ts";
import { fullHistoryFields, fullHistoryLabels } from "#features/consultations/contract.ts";
import { listFullHistories } from "#features/consultations/server/full-history.ts";
import {
  addendaParts,
  consultationParts,
  findSurroundings,
  recordDrawing,
} from "#features/consultations/server/printed-record.ts";
import { listConsultations } from "#features/consultations/server/queries.ts";
import type { drawRecordPdf, RecordPart } from "#features/consultations/server/record-pdf.ts";
import { patientBundle } from "#features/fhir/server/patient-bundle.ts";
import type { PatientFile } from "#features/files/contract.ts";
import { listFiles } from "#features/files/server/list-files.ts";
import { contactPart, type FamilyContact } from "#features/households/server/contact-part.ts";
import { listContacts } from "#features/households/server/read-household.ts";
import type { Immunization } from "#features/immunizations/contract.ts";
import { listImmunizations } from "#features/immunizations/server/immunizations.ts";
import { paperPart } from "#features/papers/server/paper-part.ts";
import { listPapers, type PaperRow } from "#features/papers/server/paper-rows.ts";
import type { Patient } from "#features/patients/contract.ts";
import { patientFieldLabels } from "#features/patients/patient-fields.ts";
import type { Pregnancy } from "#features/pregnancies/contract.ts";
import { pregnancyPart } from "#features/pregnancies/server/pregnancy-part.ts";
import { listPregnancies } from "#features/pregnancies/server/pregnancy-rows.ts";
import type { Prescription } from "#features/prescriptions/contract.ts";
import { listPrescriptions } from "#features/prescriptions/server/queries.ts";
import type { PatientReferral } from "#features/referrals/contract.ts";
import { listReferralsOf } from "#features/referrals/server/queries.ts";
import type { Result } from "#features/results/contract.ts";
import { resultPart } from "#features/results/server/result-part.ts";
import { listResults } from "#features/results/server/result-rows.ts";
import type { Visit } from "#features/visits/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { toCursor } from "#server/http/cursor.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import { readFitting } from "#server/http/paging.ts";
import { logoOf } from "#server/pdf/clinic-logo.ts";
import type { Papers } from "#server/pdf/papers.ts";
import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { presentIllnessLines } from "#shared/clinical/present-illness.ts";
import { visitStateLabels } from "#shared/clinical/visit-states.ts";
import { Failure } from "#shared/errors.ts";
import { formatInstant, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { findPatient } from "./queries.ts";

/** Of `klinika-patient-copy`. A change that a reader of the older form would trip over makes it the next number. */
export const COPY_VERSION = 1;

/** Rows per chunk; one row may have a megabyte. */
const ROWS = 25;
/** Characters of one PDF: what a thread draws in its time. */
const PDF_TEXT = 3_000_000;

type Stay = {
  hospital: string;
  roomNumber: string | null;
  admittedAt: string;
  dischargedAt: string | null;
};
type PastReminder =
  | { channel: string; isGiven: boolean; createdAt: string }
  | {
      channel: string;
      state: string;
      address: string;
      startsAt: string;
      createdAt: string;
      sentAt: string | null;
    };
type PastRecall = { dueDay: string; outcome: RecallOutcome; note: string | null; createdAt: string };
type PastVisit = Pick<Visit, "day" | "number" | "state" | "reason">;
type Chunk =
  | ListChunk
  | { name: "stays"; rows: Stay[] }
  | { name: "consultations"; rows: Consultation[] }
  | { name: "fullHistories"; rows: FullHistory[] }
  | { name: "prescriptions"; rows: Prescription[] }
  | { name: "referrals"; rows: PatientReferral[] }
  | { name: "visits"; rows: PastVisit[] }
  | { name: "appointments"; rows: PatientAppointment[] }
  | { name: "recalls"; rows: PastRecall[] }
  | { name: "reminders"; rows: PastReminder[] }
  | { name: "immunizations"; rows: Immunization[] }
  | { name: "pregnancies"; rows: Pregnancy[] }
  | { name: "contacts"; rows: FamilyContact[] }
  | { name: "bills"; rows: Bill[] }
  | { name: "results"; rows: Result[] }
  | { name: "papers"; rows: PaperRow[] }
  | { name: "files"; rows: PatientFile[] };

/** What hangs on a patient, a few rows at a time; each name once at least, one after the other. */
async function* chunksOf(clinic: ClinicScope, id: number, now: Date): AsyncGenerator<Chunk> {
  yield* await readLists(clinic, id, now);
  yield { name: "stays", rows: await listStays(clinic, id) };
  for await (const rows of pages(
    async (limit, cursor?: string) => (await listConsultations(clinic, id, { limit, cursor })).rows,
    (row) => toCursor([row.createdAt, row.id]),
  ))
    yield { name: "consultations", rows };
  for await (const rows of pages(
    (limit, cursor?: string) => listFullHistories(clinic, id, { limit, cursor }),
    (row) => toCursor([row.createdAt, row.id]),
  ))
    yield { name: "fullHistories", rows };
  for await (const rows of pages(
    (limit, cursor?: string) => listPrescriptions(clinic, id, { limit, cursor }),
    (row) => toCursor([row.createdAt, row.id]),
  ))
    yield { name: "prescriptions", rows };
  for await (const rows of pages(
    (limit, cursor?: string) => listReferralsOf(clinic, id, { limit, cursor }),
    (row) => toCursor([row.dateReferred, row.id]),
  ))
    yield { name: "referrals", rows };
  yield { name: "visits", rows: await listVisitsOf(clinic, id) };
  yield { name: "appointments", rows: await listOfPatient(clinic, id, { limit: undefined }) };
  yield { name: "recalls", rows: await listRecallsOf(clinic, id) };
  yield { name: "reminders", rows: await listRemindersOf(clinic, id) };
  yield { name: "immunizations", rows: await listImmunizations(clinic, id) };
  yield { name: "pregnancies", rows: await listPregnancies(clinic, id) };
  yield { name: "contacts", rows: await listContacts(clinic, id) };
  for await (const rows of pages(
    (limit, before?: number) => billsOf(clinic, id, { limit: limit + 1, before }),
    (row) => row.id,
  ))
    yield { name: "bills", rows };
  for await (const rows of pages(
    (limit, cursor?: string) => listResults(clinic, id, { limit, cursor }),
    (row) => toCursor([row.collectedAt, row.id]),
  ))
    yield { name: "results", rows };
  for await (const rows of pages(
    (limit, cursor?: string) => listPapers(clinic, id, { limit, cursor }),
    (row) => toCursor([row.createdAt, row.id]),
  ))
    yield { name: "papers", rows };
  yield { name: "files", rows: await listFiles(clinic, id) };
}

/** Reads give one row more than a page has when there is another page. */
async function* pages<Row, Place>(
  read: (limit: number, after: Place | undefined) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row[]> {
  for (let after: Place | undefined; ; ) {
    const { read: rows, limit } = await readFitting(ROWS, (most) => read(most, after));
    const page = rows.slice(0, limit);
    yield page;
    const last = page.at(-1);
    if (rows.length <= limit || last === undefined) return;
    after = placeOf(last);
  }
}

const listStays = (clinic: ClinicScope, id: number): Promise<Stay[]> =>
  clinic.db
    .selectFrom("admissions")
    .select(["hospital", "roomNumber", "admittedAt", "dischargedAt"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .orderBy("id", "desc")
    .execute();

const listVisitsOf = async (clinic: ClinicScope, id: number): Promise<PastVisit[]> =>
  (await clinic.db
    .selectFrom("visits")
    .select(["day", "number", "state", "reason"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .orderBy("day", "desc")
    .orderBy("id", "desc")
    .execute()) as PastVisit[];

const listRecallsOf = async (clinic: ClinicScope, id: number): Promise<PastRecall[]> =>
  (await clinic.db
    .selectFrom("recalls")
    .select(["dueDay", "outcome", "note", "createdAt"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .orderBy("id", "desc")
    .execute()) as PastRecall[];

/** Consents and reminders, the latest first. */
const listRemindersOf = async (clinic: ClinicScope, id: number): Promise<PastReminder[]> => {
  const consents = await clinic.db
    .selectFrom("reminderConsents")
    .select(["channel", "isGiven", "createdAt"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .execute();
  const reminders = await clinic.db
    .selectFrom("reminders")
    .select(["channel", "state", "address", "startsAt", "createdAt", "sentAt"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .execute();
  return [...consents, ...reminders].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
};

type Copy = { now: Date; reason: string };

const nameOf = (patient: Patient, now: Date, kind: "pdf" | "json" | "fhir.json") =>
  `record-${patient.patientName.replace(/[\\/:*?"<>|]/g, " ").trim()}-${manilaDay(now)}.${kind}`;

/** Streamed, so that a record of any length is never in memory at once. */
export async function copyAsJson(
  clinic: ClinicScope,
  id: number,
  { now, reason }: Copy,
): Promise<FileAnswer> {
  const patient = await findPatient(clinic, id, manilaDay(now));
  const { clinic: from } = await findSurroundings(clinic, id, now.toISOString(), null);
  const head = {
    format: "klinika-patient-copy",
    version: COPY_VERSION,
    madeAt: now.toISOString(),
    reason,
    clinic: from,
    patient,
  };
  return new FileAnswer({
    bytes: Readable.from(asJson(head, chunksOf(clinic, id, now)), { objectMode: false }),
    type: "application/json; charset=utf-8",
    name: nameOf(patient, now, "json"),
    disposition: "attachment",
  });
}

/** For systems that speak FHIR; without what is confidential. */
export async function copyAsFhir(
  clinic: ClinicScope,
  id: number,
  { now, base }: { now: Date; base: string },
): Promise<FileAnswer> {
  const patient = await findPatient(clinic, id, manilaDay(now));
  return new FileAnswer({
    bytes: Readable.from(patientBundle(clinic, id, { base, now }), { objectMode: false }),
    type: "application/fhir+json; charset=utf-8",
    name: nameOf(patient, now, "fhir.json"),
    disposition: "attachment",
  });
}

async function* asJson(head: object, chunks: AsyncGenerator<Chunk>) {
  yield JSON.stringify(head, null, 1).replace(/\n\}$/, "");
  let open: string | null = null;
  let isFirst = true;
  for await (const { name, rows } of chunks) {
    if (name !== open) {
      yield `${open === null ? "" : "]"},\n "${name}": [`;
      open = name;
      isFirst = true;
    }
    for (const row of rows) {
      yield `${isFirst ? "" : ","}\n  ${JSON.stringify(row)}`;
      isFirst = false;
    }
  }
  yield "]\n}\n";
}

/** @throws Failure paper_too_long for a record that exceeds one PDF */
export async function copyAsPdf(
  clinic: ClinicScope,
  id: number,
  papers: Papers,
  { now, reason }: Copy,
): Promise<FileAnswer> {
  const patient = await findPatient(clinic, id, manilaDay(now));
  const parts = patientParts(patient);
  let length = textLength(parts);
  const titled = new Set<string>();
  for await (const chunk of chunksOf(clinic, id, now)) {
    const more = partsOf(chunk);
    const [first] = more;
    if (first && !titled.has(chunk.name)) first.section ??= titles[chunk.name];
    titled.add(chunk.name);
    length += textLength(more);
    if (length > PDF_TEXT) throw tooLong();
    for (const part of more) parts.push(part);
  }
  const around = await findSurroundings(clinic, id, now.toISOString(), null);
  const sheet = {
    ...around,
    title: "Copy of the Patient's Record",
    written: `Made ${formatInstant(now)}. Reason: ${reason}`,
    parts,
    addenda: [],
    reference: `Patient ${id}`,
  };
  const bytes = await papers
    .draw<typeof drawRecordPdf>(clinic.id, recordDrawing, sheet, now, await logoOf(clinic))
    .catch((error: unknown) => {
      throw error instanceof Failure && error.code === "paper_too_long" ? tooLong() : error;
    });
  return new FileAnswer({
    bytes,
    type: "application/pdf",
    name: nameOf(patient, now, "pdf"),
    disposition: "attachment",
  });
}

const tooLong = () =>
  new Failure(
    "paper_too_long",
    "This record is too long for one PDF. Save the data file (JSON) instead; it contains the whole record.",
  );

const textLength = (parts: readonly RecordPart[]) =>
  parts.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);

const titles = {
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

/** Fields that are in other parts of the copy, or are not data of the patient. */
const leftOut = new Set([
  "laboratoryFiles",
  "imagingFiles",
  "otherFiles",
  "customFields",
  "patientPhoto",
  "isArchived",
]);

function patientParts(patient: Patient): RecordPart[] {
  const values: Record<string, unknown> = { ...patient };
  const fields = Object.entries(patientFieldLabels).filter(([name]) => !leftOut.has(name));
  const parts = written(fields.map(([name, label]) => ({ label, text: inWords(name, values[name]) })));
  for (const [name, text] of Object.entries(patient.customFields)) parts.push({ label: name, text });
  if (parts[0]) parts[0].section = "Patient";
  return parts;
}

function inWords(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  const text = String(value);
  if (["birthday", "dateOfAdmission", "followUpDate"].includes(name)) return formatLongDay(text);
  if (name === "appointmentTime" || name === "consultationCompletedAt") return formatInstant(text);
  if (name === "amount") return formatMoney(text);
  if (name === "historyOfPresentIllness") return illnessInWords(text);
  return text;
}

const illnessInWords = (text: string) =>
  presentIllnessLines(text)
    .map(({ label, value }) => `${label}: ${value}`)
    .join("\n") || null;

function partsOf(chunk: Chunk): RecordPart[] {
  switch (chunk.name) {
    case "allergies":
    case "noKnownAllergies":
    case "problems":
    case "medicines":
    case "alerts":
      return listParts(chunk);
    case "stays":
      return chunk.rows.map((stay) => ({
        label: stay.hospital,
        text: [
          `Admitted ${formatLongDay(stay.admittedAt)}`,
          stay.roomNumber && `room ${stay.roomNumber}`,
          stay.dischargedAt ? `discharged ${formatInstant(stay.dischargedAt)}` : "not discharged",
        ]
          .filter(Boolean)
          .join(", "),
      }));
    case "visits":
      return chunk.rows.map(({ day, number, state, reason }) => ({
        label: `Visit, ${formatLongDay(day)}`,
        text: [number && `number ${number}`, visitStateLabels[state].toLowerCase(), reason]
          .filter(Boolean)
          .join(", "),
      }));
    case "appointments":
      return chunk.rows.map(({ startsAt, minutes, state, reason, note }) => ({
        label: `Appointment, ${formatInstant(startsAt)}`,
        text: [`${minutes} minutes`, visitStateLabels[state].toLowerCase(), reason, note]
          .filter(Boolean)
          .join(", "),
      }));
    case "recalls":
      return chunk.rows.map(({ dueDay, outcome, note, createdAt }) => ({
        label: `Due ${formatLongDay(dueDay)}`,
        text: [formatInstant(createdAt), recallOutcomeLabels[outcome].toLowerCase(), note]
          .filter(Boolean)
          .join(", "),
      }));
    case "reminders":
      return chunk.rows.map((row) => ({
        label: formatInstant(row.createdAt),
        text:
          "isGiven" in row
            ? `Consent to reminders by ${row.channel} ${row.isGiven ? "given" : "withdrawn"}`
            : `Reminder by ${row.channel} to ${row.address} of the appointment on ${formatInstant(row.startsAt)}: ${row.state}`,
      }));
    case "results":
      return chunk.rows.map(resultPart);
    case "papers":
      return chunk.rows.map(paperPart);
    case "immunizations":
      return chunk.rows.map(({ vaccine, dose, date, brand, lot, site, isElsewhere, state }) => ({
        label: `${vaccine} ${dose}${state === "given" ? "" : " (recorded by mistake)"}`,
        text: [formatLongDay(date), brand, lot && `lot ${lot}`, site, isElsewhere && "given elsewhere"]
          .filter(Boolean)
          .join(", "),
      }));
    case "pregnancies":
      return chunk.rows.map(pregnancyPart);
    case "contacts":
      return chunk.rows.map(contactPart);
    case "bills":
      return chunk.rows.flatMap((bill) =>
        titled(
          `Bill ${bill.number}, ${formatLongDay(bill.day)}${bill.state === "void" ? " (voided)" : ""}`,
          written([
            {
              label: "Charges",
              text: bill.lines
                .map(
                  ({ description, quantity, amount }) =>
                    `${quantity} × ${description} at ${formatMoney(amount)}`,
                )
                .join("\n"),
            },
            { label: "Due", text: formatMoney(bill.due) },
            {
              label: "Payments",
              text:
                bill.payments
                  .map(
                    ({ method, amount, takenAt, voidedAt }) =>
                      `${formatInstant(takenAt)}: ${formatMoney(amount)}, ${paymentMethodLabels[method]}${voidedAt ? " (voided)" : ""}`,
                  )
                  .join("\n") || null,
            },
            { label: "Balance", text: formatMoney(bill.balance) },
          ]),
        ),
      );
    case "consultations":
      return chunk.rows.flatMap((row) =>
        titled(`Consultation, ${formatInstant(row.createdAt)}`, [
          ...written(consultationParts(row)),
          ...addendaParts(row).map(({ label, text }) => ({ label: `Addendum, ${label}`, text })),
        ]),
      );
    case "fullHistories":
      return chunk.rows.flatMap((row) =>
        titled(
          row.status === "finished" && row.finishedAt
            ? `Full history, finished ${formatInstant(row.finishedAt)}${row.doctorName ? ` by ${row.doctorName}` : ""}`
            : `Full history (draft), last written ${formatInstant(row.updatedAt)}`,
          written(fullHistoryFields.map((field) => ({ label: fullHistoryLabels[field], text: row[field] }))),
        ),
      );
    case "prescriptions":
      return chunk.rows.flatMap((row) =>
        titled(
          `Prescription, ${formatLongDay(row.prescriptionDate)}${row.status === "final" ? "" : " (not released)"}`,
          written([
            { label: "Physician", text: `${row.physicianName}, license ${row.physicianLicense}` },
            {
              label: "Medications",
              text: row.medications
                .map((medicine) => Object.values(medicine).filter(Boolean).join(" · "))
                .join("\n"),
            },
            { label: "Diagnosis", text: row.diagnosis },
            { label: "Additional instructions", text: row.additionalInstructions },
            { label: "Reason for prescribing despite an allergy", text: row.allergyReason },
          ]),
        ),
      );
    case "referrals":
      return chunk.rows.flatMap((row) =>
        titled(
          `Referral, ${formatInstant(row.dateReferred)}`,
          written([
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
          ]),
        ),
      );
    case "files":
      return chunk.rows.map((file) => ({
        label: file.name,
        text: `${file.category}, ${file.type}, ${Math.ceil(file.size / 1024)} KB, uploaded ${formatInstant(file.uploadedAt)}`,
      }));
  }
}

const written = (parts: readonly RecordPart[]): RecordPart[] =>
  parts.filter(({ text }) => text !== null && text !== "");

/** With the title above the first part. */
const titled = (section: string, [first, ...rest]: RecordPart[]): RecordPart[] => [
  { ...(first ?? { label: "Empty", text: "Nothing was written in it." }), section },
  ...rest,
];
