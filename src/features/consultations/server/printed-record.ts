import {
  type Consultation,
  type FullHistory,
  fullHistoryFields,
  fullHistoryLabels,
} from "#features/consultations/contract.ts";
import { isVitalsAlone } from "#features/consultations/rules.ts";
import { fullHistoryState, typeWord } from "#features/consultations/words.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { FileAnswer } from "#server/http/file-answer.ts";
import type { Papers } from "#server/pdf/papers.ts";
import type { RecordPart } from "#server/pdf/record-pdf.ts";
import { findSurroundings, printRecord } from "#server/pdf/record-sheet.ts";
import { diagnosisWithCodes } from "#shared/clinical/diagnosis-text.ts";
import { inErrorText } from "#shared/clinical/entered-in-error.ts";
import { presentIllnessLines } from "#shared/clinical/present-illness.ts";
import { allMeasured } from "#shared/clinical/vital-signs.ts";
import { formatClock, formatInstant, formatLongDay } from "#shared/formats/dates.ts";
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
  const sheet = {
    ...around,
    title: "Consultation Record",
    parts: consultationParts(consultation, facts),
    addenda: addendaParts(consultation),
    reference: `Consultation ${consultation.id}`,
  };
  return printRecord(clinic, papers, sheet, { what: "consultation", at: new Date(createdAt) });
}

/**
 * The parts of a printed consultation, with what else is known of the visit. One with vital signs only prints just the
 * fields that were filled in.
 */
export function consultationParts(
  consultation: Consultation,
  { vitals, pregnancy, prescribed }: VisitFacts = { vitals: [], pregnancy: null, prescribed: null },
): RecordPart[] {
  return [
    { label: "Type", text: typeWord(consultation.consultationType) },
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
  ].filter(({ text }) => text !== null || !isVitalsAlone(consultation));
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
  const state = fullHistoryState(record);
  const sheet = {
    ...around,
    title: isDraft ? "Full History (draft)" : "Full History",
    written: isDraft ? `Draft, ${state.charAt(0).toLowerCase()}${state.slice(1)}` : state,
    parts: fullHistoryFields.map((field) => ({ label: fullHistoryLabels[field], text: record[field] })),
    addenda: [],
    reference: `Full history ${record.id}`,
  };
  return printRecord(clinic, papers, sheet, { what: "full-history", at: new Date(at) });
}

function vitalSignsText({ vitalSigns, vitalsInError }: Consultation): string | null {
  if (!vitalSigns) return null;
  return vitalsInError
    ? `${inErrorText(vitalsInError)}\n${allMeasured(vitalSigns)}`
    : allMeasured(vitalSigns);
}

const takenLabel = ({ takenAt, takenByName }: VisitFacts["vitals"][number]): string =>
  `Vital signs, ${formatClock(takenAt)}${takenByName ? ` by ${takenByName}` : ""}`;
