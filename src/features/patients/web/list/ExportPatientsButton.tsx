import { exportPatients, type PatientFilter } from "#features/patients/contract.ts";
import { ExportButton } from "#web/printing/ExportButton.tsx";

/** Exports all rows of the filter, not only the visible page. */
export function ExportPatientsButton({
  filter,
  total,
  isFiltered,
}: {
  filter: PatientFilter;
  /** Rows that match the filter; undefined while unknown. */
  total: number | undefined;
  isFiltered: boolean;
}) {
  return (
    <ExportButton
      endpoint={exportPatients}
      sent={{ query: filter }}
      total={total}
      nothing={isFiltered ? "No patients match your search criteria." : "No patients found."}
      failed="Failed to export patients"
    >
      Export
    </ExportButton>
  );
}
