import type { Condition } from "@medplum/fhirtypes";
import { certaintyOf } from "./certainty.ts";
import { consultationId } from "./encounter.ts";
import { coded, codeSystems, dayOrInstant, filled, metaOf, referTo } from "./resource.ts";

const codeOf = (words: string, code: string | null) =>
  filled({ coding: code ? [{ system: codeSystems.icd10, code }] : [], text: words });

/** Nobody records that a diagnosis was confirmed, so it is never called so. */
function verificationOf(words: string, isMistake: boolean) {
  const code = isMistake ? "entered-in-error" : certaintyOf(words);
  return code && coded(codeSystems.conditionVerification, code);
}

type ProblemRow = {
  id: number;
  patientId: number;
  words: string;
  code: string | null;
  since: string | null;
  state: string;
  recordedById: number;
  recordedAt: string;
  updatedAt: string;
  laterAt: string | null;
};

/** An entry recorded by mistake has no clinical status (con-5). */
export const problemAsCondition = (row: ProblemRow): Condition => {
  const isMistake = row.state === "entered_in_error";
  return filled<Condition>({
    resourceType: "Condition",
    id: `problem-${row.id}`,
    meta: metaOf(row.updatedAt, row.laterAt),
    clinicalStatus: isMistake
      ? null
      : coded(codeSystems.conditionClinical, row.state === "resolved" ? "resolved" : "active"),
    verificationStatus: verificationOf(row.words, isMistake),
    category: [coded(codeSystems.conditionCategory, "problem-list-item", "Problem List Item")],
    code: codeOf(row.words, row.code),
    subject: referTo("Patient", row.patientId),
    onsetDateTime: row.since,
    recordedDate: row.recordedAt,
    recorder: referTo("Practitioner", row.recordedById),
  });
};

type DiagnosisRow = {
  id: number;
  patientId: number;
  consultationId: number;
  words: string;
  code: string | null;
  day: string;
  createdAt: string;
  inErrorAt: string | null;
  laterAt: string | null;
};

export const diagnosisAsCondition = (row: DiagnosisRow): Condition =>
  filled<Condition>({
    resourceType: "Condition",
    id: `diagnosis-${row.id}`,
    meta: metaOf(row.createdAt, row.inErrorAt, row.laterAt),
    verificationStatus: verificationOf(row.words, row.inErrorAt !== null),
    category: [coded(codeSystems.conditionCategory, "encounter-diagnosis", "Encounter Diagnosis")],
    code: codeOf(row.words, row.code),
    subject: referTo("Patient", row.patientId),
    encounter: referTo("Encounter", consultationId(row.consultationId)),
    recordedDate: row.day,
  });

type WrittenDiagnosisRow = {
  id: number;
  patientId: number;
  secretaryId: number | null;
  diagnosis: string;
  createdAt: string;
  inErrorAt: string | null;
  isImported: boolean;
  laterAt: string | null;
};

/** A diagnosis in words alone: typed without a code, or imported. */
export const writtenDiagnosisAsCondition = (row: WrittenDiagnosisRow): Condition =>
  filled<Condition>({
    resourceType: "Condition",
    id: consultationId(row.id),
    meta: metaOf(row.createdAt, row.inErrorAt, row.laterAt),
    verificationStatus: verificationOf(row.diagnosis, row.inErrorAt !== null),
    category: [coded(codeSystems.conditionCategory, "encounter-diagnosis", "Encounter Diagnosis")],
    code: codeOf(row.diagnosis, null),
    subject: referTo("Patient", row.patientId),
    encounter: referTo("Encounter", consultationId(row.id)),
    recordedDate: dayOrInstant(row.createdAt, row.isImported),
    recorder: row.secretaryId ? referTo("Practitioner", row.secretaryId) : null,
  });
