import type { Problem } from "#features/clinical-lists/contract.ts";
import { patientList } from "./patient-lists.ts";

export const problemList = patientList<Problem>({
  table: "problems",
  noun: "Problem",
  name: "words",
  columns: ["words", "code", "since"],
  mayBeConfidential: true,
  taken: "on the list already",
});
