import type { Immunization } from "@medplum/fhirtypes";
import { asImmunization } from "../resources/immunization.ts";
import { laterChange } from "./later-changes.ts";
import { date, impliedToken } from "./parameters.ts";
import type { SearchedType } from "./searched-type.ts";
import { source } from "./source.ts";

const doses = source({
  select: (clinic) =>
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
      .where("dose.clinicId", "=", clinic.id),
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
