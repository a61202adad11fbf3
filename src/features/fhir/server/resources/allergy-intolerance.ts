import type { AllergyIntolerance } from "@medplum/fhirtypes";
import type { ClinicScope } from "#server/database/db.ts";
import { saysNoDrugAllergies } from "#shared/clinical/allergy-words.ts";
import { laterChange } from "../search/later-changes.ts";
import { codings, date, token } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { type RowOf, source } from "../search/source.ts";
import { coded, codeSystems, filled, metaOf, referTo } from "./resource.ts";

const selectAllergyRows = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("allergies")
    .select([
      "allergies.id",
      "allergies.patientId",
      "allergies.kind",
      "allergies.substance",
      "allergies.reaction",
      "allergies.severity",
      "allergies.howKnown",
      "allergies.state",
      "allergies.recordedById",
      "allergies.recordedAt",
      "allergies.updatedAt",
      laterChange(clinic, { patient: "allergies.patientId" }),
    ])
    .where("allergies.clinicId", "=", clinic.id);

type AllergyRow = RowOf<typeof selectAllergyRows>;

/** SNOMED CT's code for "no known allergies", which is a row of its own kind; or for medicines only. */
const noneKnown = (words: string) => ({
  coding: [
    saysNoDrugAllergies(words)
      ? { system: codeSystems.snomed, code: "409137002", display: "No known drug allergy" }
      : { system: codeSystems.snomed, code: "716186003", display: "No known allergy" },
  ],
});

/** By how it is known; left out where that was not recorded. */
const certainties: Record<string, string> = {
  told_by_patient: "unconfirmed",
  observed: "confirmed",
  tested: "confirmed",
};

const severities = ["mild", "moderate", "severe"] as const;

function asAllergyIntolerance(row: AllergyRow): AllergyIntolerance {
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
    code: { ...(row.kind === "none" && noneKnown(row.substance)), text: row.substance },
    patient: referTo("Patient", row.patientId),
    recordedDate: row.recordedAt,
    recorder: referTo("Practitioner", row.recordedById),
    reaction:
      row.reaction || severity
        ? [filled({ manifestation: [{ text: row.reaction ?? "Not recorded" }], severity })]
        : [],
  });
}

const allergyRows = source({
  select: selectAllergyRows,
  id: "allergies.id",
  patient: "allergies.patientId",
  asResources: (row) => [asAllergyIntolerance(row)],
});

export const allergies: SearchedType = {
  type: "AllergyIntolerance",
  sources: [allergyRows],
  isOfPatients: true,
  parameters: [
    token<AllergyIntolerance>(
      "clinical-status",
      ({ clinicalStatus }) => codings(clinicalStatus),
      "active or resolved.",
    ),
    token<AllergyIntolerance>(
      "code",
      ({ code }) => codings(code),
      "716186003 of SNOMED CT: no known allergies; 409137002: no known drug allergies. Substances are words, without a code.",
    ),
    date<AllergyIntolerance>("date", ({ recordedDate }) => recordedDate, "When it was recorded."),
  ],
};
