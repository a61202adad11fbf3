import { expect, it } from "vitest";
import { analytes } from "#shared/clinical/results/panels.ts";
import { meaningOf, subjectOf } from "./result-form.ts";

const mother = { sex: "F", birthday: "1994-03-10", age: null };
const meaning = (code: string, typed: string, dueOn: string | null) => {
  const analyte = analytes.get(code);
  if (!analyte) throw new Error(code);
  const subject = subjectOf(mother, "2026-11-20", dueOn === null ? null : { dueOn });
  return meaningOf(analyte, typed, { unit: null, subject, ranges: [] });
};

it("flags a value while it is typed as it will be stored, also in a pregnancy", () => {
  expect(meaning("hemoglobin", "10.7", null).flag?.text).toBe("Low, range 12.0 to 16.0");
  expect(meaning("hemoglobin", "10.7", "2027-03-12").flag?.text).toBe("In range, 10.5 to 16.0");
  expect(meaning("fbs", "95", "2027-03-12").flag?.text).toBe("High, range below 92");
  expect(meaning("ogtt_1h", "", "2027-03-12").hint).toBe("below 180");
  // It ended long before.
  expect(meaning("hemoglobin", "10.7", "2025-03-12").flag?.text).toBe("Low, range 12.0 to 16.0");
});
