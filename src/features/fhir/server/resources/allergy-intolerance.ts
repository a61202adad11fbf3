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
  version: number;
};

/** SNOMED CT's code for "no known allergies", which is a row of its own kind. */
const noneKnown = {
  coding: [{ system: codeSystems.snomed, code: "716186003", display: "No known allergy" }],
};

const severities = ["mild", "moderate", "severe"] as const;

export function asAllergyIntolerance(row: AllergyRow): AllergyIntolerance {
  const isMistake = row.state === "entered_in_error";
  // An entry that was replaced by rows or by other text is inactive.
  const isActive = row.state === "active";
  const severity = severities.find((one) => one === row.severity);
  return filled<AllergyIntolerance>({
    resourceType: "AllergyIntolerance",
    id: String(row.id),
    meta: metaOf(row.updatedAt, row.version),
    clinicalStatus: isMistake ? null : coded(codeSystems.allergyClinical, isActive ? "active" : "resolved"),
    verificationStatus: coded(
      codeSystems.allergyVerification,
      isMistake
        ? "entered-in-error"
        : row.howKnown === "tested" || row.howKnown === "observed"
          ? "confirmed"
          : "unconfirmed",
    ),
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
