import {
  type Consultation,
  type FullHistory,
  fullHistoryFields,
  fullHistoryLabels,
} from "#features/consultations/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { type FileAnswer, inFileName, pdfAnswer } from "#server/http/file-answer.ts";
import { logoOf } from "#server/pdf/clinic-logo.ts";
import type { Papers } from "#server/pdf/papers.ts";
import type { drawRecordPdf, RecordPart, RecordSheet } from "#server/pdf/record-pdf.ts";
import { findSurroundings, recordDrawing } from "#server/pdf/record-sheet.ts";
import { diagnosisWithCodes } from "#shared/clinical/diagnosis-text.ts";
import { inErrorText } from "#shared/clinical/entered-in-error.ts";
import { presentIllnessLines } from "#shared/clinical/present-illness.ts";
import { allMeasured } from "#shared/clinical/vital-signs.ts";
import { formatClock, formatInstant, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { findVisitFacts, type VisitFacts } from "./visit-facts.ts";

/** One consultation as a PDF, with its addenda. */
export async function printConsultation(
  clinic: ClinicScope,
  consultation: Consultation,
  papers: Papers,
): Promise<FileAnswer> {
  const { createdAt, patientId } = consultation;
  const [around, facts] = await Promise.all([
    findSurroundings(clinic, patientId, createdAt, consultation.secretaryId),
    findVisitFacts(clinic, consultation),
  ]);
  return filed(clinic, papers, around.patient.name, "consultation", createdAt, {
    ...around,
    title: "Consultation Record",
    parts: consultationParts(consultation, facts),
    addenda: addendaParts(consultation),
    reference: `Consultation ${consultation.id}`,
  });
}

/**
 * The parts of a printed consultation, with what else is known of the visit. One with vital signs only prints just the
 * fields that were filled in.
 */
export function consultationParts(
  consultation: Consultation,
  { vitals, pregnancy, prescribed }: VisitFacts = { vitals: [], pregnancy: null, prescribed: null },
): RecordPart[] {
  const { consultationType } = consultation;
  const isVitalsAlone = consultationType === "Vitals";
  return [
    {
      label: "Type",
      text: consultationType === "General Consultation" ? "General" : consultationType || "General",
    },
    ...vitals.map((set) => ({ label: takenLabel(set), text: allMeasured(set.vitalSigns) })),
    ...(vitals.length > 0 && consultation.vitalSigns === null
      ? []
      : [{ label: "Vital signs", text: vitalSignsText(consultation) }]),
    ...(pregnancy ? [{ label: "Pregnancy", text: pregnancy }] : []),
    { label: "Chief complaint", text: consultation.chiefComplaint },
    {
      label: "History of present illness",
      text:
        presentIllnessLines(consultation.historyOfPresentIllness)
          .map(({ label, value }) => `${label}: ${value}`)
          .join("\n") || null,
    },
    { label: "Physical examination", text: consultation.physicalExamination },
    { label: "Diagnosis", text: diagnosisWithCodes(consultation) },
    { label: "Treatment plan", text: consultation.treatment },
    ...(prescribed && !consultation.medications
      ? []
      : [{ label: "Medications", text: consultation.medications }]),
    ...(prescribed ? [{ label: "Prescribed", text: prescribed }] : []),
    {
      label: "Next Appointment",
      text: consultation.followUpDate && formatLongDay(consultation.followUpDate),
    },
    { label: "Additional notes", text: consultation.notes },
  ].filter(({ text }) => text !== null || !isVitalsAlone);
}

/** Each with its date and author, without those entered in error. */
export const addendaParts = ({ addenda }: Consultation) =>
  addenda
    .filter(({ enteredInError }) => !enteredInError)
    .map(({ text, authorName, createdAt }) => ({
      label: [formatInstant(createdAt), authorName].filter(Boolean).join(", "),
      text,
    }));

/** A full history as a PDF; a draft is marked as one. */
export async function printFullHistory(
  clinic: ClinicScope,
  record: FullHistory,
  papers: Papers,
): Promise<FileAnswer> {
  const at = record.finishedAt ?? record.updatedAt;
  const around = await findSurroundings(clinic, record.patientId, at, null);
  const isDraft = record.status === "draft";
  return filed(clinic, papers, around.patient.name, "full-history", at, {
    ...around,
    title: isDraft ? "Full History (draft)" : "Full History",
    written: isDraft
      ? `Draft, last written ${formatInstant(at)}${record.writtenByName ? ` by ${record.writtenByName}` : ""}`
      : `Finished ${formatInstant(at)}${record.doctorName ? ` by ${record.doctorName}` : ""}`,
    parts: fullHistoryFields.map((field) => ({ label: fullHistoryLabels[field], text: record[field] })),
    addenda: [],
    reference: `Full history ${record.id}`,
  });
}

function vitalSignsText({ vitalSigns, vitalsInError }: Consultation): string | null {
  if (!vitalSigns) return null;
  return vitalsInError
    ? `${inErrorText(vitalsInError)}\n${allMeasured(vitalSigns)}`
    : allMeasured(vitalSigns);
}

const takenLabel = ({ takenAt, takenByName }: VisitFacts["vitals"][number]): string =>
  `Vital signs, ${formatClock(takenAt)}${takenByName ? ` by ${takenByName}` : ""}`;

/** Named consultation-{patient name}-{date}.pdf. */
async function filed(
  clinic: ClinicScope,
  papers: Papers,
  name: string,
  kind: string,
  at: string,
  sheet: RecordSheet,
): Promise<FileAnswer> {
  const bytes = await papers.draw<typeof drawRecordPdf>(
    clinic.id,
    recordDrawing,
    sheet,
    new Date(at),
    await logoOf(clinic),
  );
  return pdfAnswer(bytes, `${kind}-${inFileName(name)}-${manilaDay(new Date(at))}`);
}
