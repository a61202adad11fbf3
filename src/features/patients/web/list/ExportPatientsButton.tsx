import { exportPatients, type PatientFilter } from "#features/patients/contract.ts";
import { ExportButton } from "#web/printing/ExportButton.tsx";

/** Everything the filter holds, not only the page in sight. */
export function ExportPatientsButton({
  filter,
  total,
  isFiltered,
}: {
  filter: PatientFilter;
  /** Rows the filter holds; undefined while unknown. */
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
