import type { Alert } from "#features/clinical-lists/contract.ts";
import { patientList } from "./patient-lists.ts";

export const alertList = patientList<Alert>({
  table: "alerts",
  noun: "Alert",
  name: "words",
  columns: ["words", "isWarning"],
  taken: "an alert already",
});
