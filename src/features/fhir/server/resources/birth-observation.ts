import type { Observation } from "@medplum/fhirtypes";
import { quantity } from "./quantity.ts";
import { coded, codeSystems, filled, metaOf, referTo } from "./resource.ts";

type BirthRow = {
  id: number;
  birthday: string | null;
  gestationDays: number | null;
  updatedAt: string;
  laterAt: string | null;
};

/** The gestational age at birth, in days, as it is stored: weeks would need a fraction. None where it is not known. */
export const birthAsObservations = (row: BirthRow): Observation[] =>
  row.gestationDays === null
    ? []
    : [
        filled<Observation>({
          resourceType: "Observation",
          id: `birth-${row.id}-gestation`,
          meta: metaOf(row.updatedAt, row.laterAt),
          status: "final",
          code: {
            ...coded(codeSystems.loinc, "76516-4", "Gestational age--at birth"),
            text: "Gestation at birth",
          },
          subject: referTo("Patient", row.id),
          effectiveDateTime: row.birthday,
          valueQuantity: quantity(row.gestationDays, "d"),
        }),
      ];
