import { expect, it } from "vitest";
import { safeParse } from "zod/mini";
import { analytes } from "#shared/clinical/results/panels.ts";
import {
  draftOf,
  emptyForm,
  meaningOf,
  resultForm,
  subjectOf,
  unitsBy,
  unusualIn,
  withNextUnit,
} from "./result-form.ts";

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

// What laboratories print as "Neutrophils 0.55": percent are 100 times as many.
it("takes a differential count in fractions as such, all of it", () => {
  const unitOf = unitsBy([]);
  const neutrophils = analytes.get("neutrophils");
  if (!neutrophils) throw new Error("neutrophils");
  const typed = { neutrophils: "0.55", lymphocytes: "0.35", monocytes: "0.06", eosinophils: "0.03" };
  const form = { ...emptyForm("2026-11-20"), values: typed };
  expect(safeParse(resultForm(unitOf), form).error?.issues).toMatchObject([
    { path: ["values", "neutrophils"], message: expect.stringContaining("Change the unit to fraction") },
  ]);
  const units = withNextUnit(form, neutrophils, unitOf(neutrophils, form));
  expect(units).toMatchObject({ neutrophils: "fraction", basophils: "fraction" });
  expect(units).not.toHaveProperty("hemoglobin");
  const changed = { ...form, units };
  expect(safeParse(resultForm(unitOf), changed).success).toBe(true);
  expect(draftOf(changed, unitOf, null).values[0]).toEqual({
    analyte: "neutrophils",
    value: "0.55",
    unit: "fraction",
  });
});

it("asks about a value that is out of range, and within it in another unit", () => {
  const asked = (panel: string, values: Record<string, string>) =>
    unusualIn({ ...emptyForm("2026-11-20"), panel, values }, unitsBy([]), {
      subject: subjectOf(mother, "2026-11-20", null),
      ranges: [],
    }).map(({ words }) => words);
  expect(asked("kidney", { bun: "5" })).toEqual(["BUN (urea nitrogen) 5 mg/dL (normal in mmol/L)"]);
  expect(asked("kidney", { bun: "15" })).toEqual([]);
  // Low in both.
  expect(asked("cbc", { hemoglobin: "9.5" })).toEqual([]);
});
