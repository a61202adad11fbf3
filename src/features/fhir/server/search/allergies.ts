import type { AllergyIntolerance } from "@medplum/fhirtypes";
import { asAllergyIntolerance } from "../resources/allergy-intolerance.ts";
import { laterChange } from "./later-changes.ts";
import { codings, date, token } from "./parameters.ts";
import type { SearchedType } from "./searched-type.ts";
import { source } from "./source.ts";

const rows = source({
  select: (clinic) =>
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
      .where("allergies.clinicId", "=", clinic.id),
  id: "allergies.id",
  patient: "allergies.patientId",
  asResources: (row) => [asAllergyIntolerance(row)],
});

export const allergies: SearchedType = {
  type: "AllergyIntolerance",
  sources: [rows],
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
      "716186003 of SNOMED CT: no known allergies. Substances are words, without a code.",
    ),
    date<AllergyIntolerance>("date", ({ recordedDate }) => recordedDate, "When it was recorded."),
  ],
};
