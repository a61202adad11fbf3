import type { DoubleChoice } from "../contract.ts";
import type { RowValues } from "./values/read-row.ts";

export type DueRow<Values = RowValues> = {
  rowNo: number;
  fields: Values;
  state: "new" | "here" | "twice";
  choice: DoubleChoice | null;
  matchPatientId: number | null;
};
