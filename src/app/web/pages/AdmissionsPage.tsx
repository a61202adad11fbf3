import { AdmissionsReport } from "#features/reports/web/AdmissionsReport.tsx";
import { useDialogActions } from "./dialogs/use-dialogs.ts";

export function AdmissionsPage() {
  const dialogs = useDialogActions();
  return <AdmissionsReport onOpenPatient={(id) => dialogs.openRecord(id)} />;
}
