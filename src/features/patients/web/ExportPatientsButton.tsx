import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { exportPatients, type PatientFilter } from "#features/patients/contract.ts";
import { callForFile } from "#web/api.ts";
import { isApiError } from "#web/api-error.ts";
import { saveFile } from "#web/save-file.ts";
import { Button } from "#web/ui/Button.tsx";
import { notify } from "#web/ui/notify.ts";

const number = new Intl.NumberFormat("en-PH");

/** Downloads everything the filter holds, not only the page in sight, and says how many rows that is. */
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
  const exporting = useMutation({
    mutationFn: () => callForFile(exportPatients, { query: filter }),
    onSuccess: ({ file, name, headers }) => {
      saveFile(file, name);
      const rows = Number(headers.get("x-row-count") ?? 0);
      notify({
        title: rows === 1 ? "1 patient exported" : `${number.format(rows)} patients exported`,
        description: name,
      });
    },
    onError: (error) =>
      notify({
        kind: "error",
        title: "Error",
        description: isApiError(error)
          ? error.shown("Failed to export patients")
          : "Failed to export patients",
      }),
  });
  const press = () => {
    if (total === 0)
      notify({
        kind: "info",
        title: "Nothing to export",
        description: isFiltered ? "No patients match your search criteria." : "No patients found.",
      });
    else exporting.mutate();
  };
  return (
    <Button
      icon={<Upload aria-hidden="true" className="size-4" />}
      busy={exporting.isPending}
      onClick={press}
    >
      Export
    </Button>
  );
}
