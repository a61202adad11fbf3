import type { AllergyIntolerance } from "@medplum/fhirtypes";
import { coded, codeSystems, filled, metaOf, referTo } from "./resource.ts";

type AllergyRow = {
  id: number;
  patientId: number;
  kind: string;
  substance: string;
  reaction: string | null;
  severity: string | null;
  howKnown: string | null;
  state: string;
  recordedById: number | null;
  recordedAt: string;
  updatedAt: string;
  laterAt: string | null;
};

/** SNOMED CT's code for "no known allergies", which is a row of its own kind. */
const noneKnown = {
  coding: [{ system: codeSystems.snomed, code: "716186003", display: "No known allergy" }],
};

/** By how it is known; left out where that was not recorded. */
const certainties: Record<string, string> = {
  told_by_patient: "unconfirmed",
  observed: "confirmed",
  tested: "confirmed",
};

const severities = ["mild", "moderate", "severe"] as const;

export function asAllergyIntolerance(row: AllergyRow): AllergyIntolerance {
  const isMistake = row.state === "entered_in_error";
  // An entry that was replaced by rows or by other text is inactive.
  const isActive = row.state === "active";
  const verification = isMistake ? "entered-in-error" : certainties[row.howKnown ?? ""];
  const severity = severities.find((one) => one === row.severity);
  return filled<AllergyIntolerance>({
    resourceType: "AllergyIntolerance",
    id: String(row.id),
    meta: metaOf(row.updatedAt, row.laterAt),
    clinicalStatus: isMistake ? null : coded(codeSystems.allergyClinical, isActive ? "active" : "resolved"),
    verificationStatus: verification ? coded(codeSystems.allergyVerification, verification) : null,
    code: { ...(row.kind === "none" && noneKnown), text: row.substance },
    patient: referTo("Patient", row.patientId),
    recordedDate: row.recordedAt,
    recorder: referTo("Practitioner", row.recordedById),
    reaction:
      row.reaction || severity
        ? [filled({ manifestation: [{ text: row.reaction ?? "Not recorded" }], severity })]
        : [],
  });
}
