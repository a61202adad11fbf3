import { expect, it } from "vitest";
import type { Result } from "#features/results/contract.ts";
import { columnsOf } from "./result-table.ts";

const result = (id: number, collectedAt: string, ...codes: string[]): Result => ({
  id,
  clinicId: 1,
  patientId: 1201,
  panel: "electrolytes",
  panelName: "Electrolytes",
  collectedAt,
  laboratory: null,
  note: null,
  values: codes.map((analyte) => ({
    analyte,
    name: analyte,
    value: "4",
    unit: null,
    low: null,
    high: null,
    source: null,
    flag: null,
  })),
  state: "final",
  file: null,
  fileName: null,
  recordedByName: null,
  createdAt: collectedAt,
  version: 1,
  updatedAt: collectedAt,
  isConfidential: false,
  isOwn: false,
});

it("puts the tests of a day into one column, with a time only if it is that of all", () => {
  const times = (...results: Result[]) => columnsOf(results).map(({ time }) => time);
  const morning = result(1, "2026-11-20T00:00:00Z", "hemoglobin");
  expect(times(morning, result(2, "2026-11-20T00:00:00Z", "potassium"))).toEqual(["8:00 AM"]);
  expect(times(morning, result(2, "2026-11-20T06:00:00Z", "potassium"))).toEqual([null]);
  // The day alone is known of one.
  expect(times(morning, result(2, "2026-11-19T16:00:00Z", "potassium"))).toEqual([null]);
  expect(times(morning, result(2, "2026-11-20T06:00:00Z", "hemoglobin"))).toEqual(["8:00 AM", "2:00 PM"]);
});
