import type { Immunization } from "@medplum/fhirtypes";
import type { ClinicScope } from "#server/database/db.ts";
import { laterChange } from "../search/later-changes.ts";
import { date, impliedToken } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { type RowOf, source } from "../search/source.ts";
import { filled, metaOf, referTo } from "./resource.ts";

const selectDoses = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("immunizations as dose")
    .select([
      "dose.id",
      "dose.patientId",
      "dose.vaccine",
      "dose.dose",
      "dose.date",
      "dose.brand",
      "dose.lot",
      "dose.site",
      "dose.isElsewhere",
      "dose.state",
      "dose.createdAt",
      "dose.updatedAt",
      laterChange(clinic, { patient: "dose.patientId" }),
    ])
    .where("dose.clinicId", "=", clinic.id);

type DoseRow = RowOf<typeof selectDoses>;

const asImmunization = (row: DoseRow): Immunization =>
  filled<Immunization>({
    resourceType: "Immunization",
    id: String(row.id),
    meta: metaOf(row.updatedAt, row.laterAt),
    status: row.state === "entered_in_error" ? "entered-in-error" : "completed",
    vaccineCode: { text: row.brand ? `${row.vaccine} (${row.brand})` : row.vaccine },
    patient: referTo("Patient", row.patientId),
    occurrenceDateTime: row.date,
    recorded: row.createdAt,
    primarySource: !row.isElsewhere,
    // Given elsewhere, and recorded from a card or by word.
    reportOrigin: row.isElsewhere ? { text: "Given elsewhere" } : null,
    lotNumber: row.lot,
    site: row.site ? { text: row.site } : null,
    protocolApplied: [{ doseNumberPositiveInt: row.dose }],
  });

const doses = source({
  select: selectDoses,
  id: "dose.id",
  patient: "dose.patientId",
  newest: { column: "dose.date", type: "date" },
  asResources: (row) => [asImmunization(row)],
});

export const immunizations: SearchedType = {
  type: "Immunization",
  sources: [doses],
  isOfPatients: true,
  time: "date",
  parameters: [
    date<Immunization>("date", ({ occurrenceDateTime }) => occurrenceDateTime, "The day it was given."),
    impliedToken<Immunization>(
      "status",
      "immunizationStatus",
      ({ status }) => status,
      "completed or entered-in-error.",
    ),
  ],
};
