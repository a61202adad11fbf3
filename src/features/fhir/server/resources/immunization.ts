import type { Immunization } from "@medplum/fhirtypes";
import { filled, metaOf, referTo } from "./resource.ts";

export type DoseRow = {
  id: number;
  patientId: number;
  vaccine: string;
  dose: number;
  date: string;
  brand: string | null;
  lot: string | null;
  site: string | null;
  isElsewhere: boolean;
  state: string;
  createdAt: string;
  updatedAt: string;
  laterAt: string | null;
};

export const asImmunization = (row: DoseRow): Immunization =>
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
