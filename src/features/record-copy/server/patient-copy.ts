import { Readable } from "node:stream";
import { patientBundle } from "#features/fhir/server/patient-bundle.ts";
import type { Patient } from "#features/patients/contract.ts";
import { findPatient } from "#features/patients/server/queries.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { FileAnswer, inFileName, pdfAnswer } from "#server/http/file-answer.ts";
import { logoOf } from "#server/pdf/clinic-logo.ts";
import type { Papers } from "#server/pdf/papers.ts";
import type { drawRecordPdf, RecordPart } from "#server/pdf/record-pdf.ts";
import { findSurroundings, recordDrawing } from "#server/pdf/record-sheet.ts";
import { Failure } from "#shared/errors.ts";
import { formatInstant, manilaDay } from "#shared/formats/dates.ts";
import { partsOf, patientParts, titles } from "./printed-chunks.ts";
import { type Chunk, chunksOf } from "./whole-record.ts";

/** Version of `klinika-patient-copy`. Increase it with every incompatible change. */
const COPY_VERSION = 1;

/** The limit of one PDF in characters: what a thread draws in its time limit. */
const PDF_TEXT = 3_000_000;

type Copy = { now: Date; reason: string };

/** Without its ending. */
const nameOf = (patient: Patient, now: Date) => `record-${inFileName(patient.patientName)}-${manilaDay(now)}`;

/** Streamed, so that a record of any length is never in memory as a whole. */
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
    name: `${nameOf(patient, now)}.json`,
    disposition: "attachment",
  });
}

/** For systems that read FHIR; without confidential entries. */
export async function copyAsFhir(
  clinic: ClinicScope,
  id: number,
  { now, base }: { now: Date; base: string },
): Promise<FileAnswer> {
  const patient = await findPatient(clinic, id, manilaDay(now));
  return new FileAnswer({
    bytes: Readable.from(patientBundle(clinic, id, { base, now }), { objectMode: false }),
    type: "application/fhir+json; charset=utf-8",
    name: `${nameOf(patient, now)}.fhir.json`,
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
  return pdfAnswer(bytes, nameOf(patient, now), "attachment");
}

const tooLong = () =>
  new Failure(
    "paper_too_long",
    "This record is too long for one PDF. Save the data file (JSON) instead; it contains the whole record.",
  );

const textLength = (parts: readonly RecordPart[]) =>
  parts.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
