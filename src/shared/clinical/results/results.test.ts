import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NumberAnalyte } from "./analyte.ts";
import { egfr } from "./egfr.ts";
import { isUnusual, judge, rangeFor, rangeInWords, type Subject } from "./judge.ts";
import { analytes, groupOf, panelAnalytes, panels } from "./panels.ts";
import { sources } from "./sources.ts";
import { converted, fromUnit, inUnit, readValue, rounded, unitNamed } from "./values.ts";

const numberOf = (code: string): NumberAnalyte => {
  const found = analytes.get(code);
  if (found?.kind !== "number") throw new Error(`${code} is no number`);
  return found;
};
const unitOf = (code: string, name: string) => {
  const unit = unitNamed(numberOf(code), name);
  if (!unit) throw new Error(`${code} has no ${name}`);
  return unit;
};
const man: Subject = { sex: "M", ageInMonths: 50 * 12 };
const woman: Subject = { sex: "F", ageInMonths: 50 * 12 };
const child: Subject = { sex: "F", ageInMonths: 30 };
const judged = (code: string, typed: string, unit = "", subject = man) => {
  const analyte = analytes.get(code);
  if (!analyte) throw new Error(code);
  return judge(analyte, typed, { unit: unit ? unitOf(code, unit) : null, subject });
};

describe("units", () => {
  // Pairs as textbooks and guidelines print them: ADA (glucose, HbA1c), NCEP (lipids), KDIGO (creatinine), WHO
  // (hemoglobin), AMA Manual of Style (the others).
  test.each([
    ["fbs", "126", "mg/dL", "7.0", "mmol/L"],
    ["fbs", "200", "mg/dL", "11.1", "mmol/L"],
    ["fbs", "5.6", "mmol/L", "101", "mg/dL"],
    ["creatinine", "1.0", "mg/dL", "88", "µmol/L"],
    ["creatinine", "1.5", "mg/dL", "133", "µmol/L"],
    ["creatinine", "354", "µmol/L", "4.00", "mg/dL"],
    ["cholesterol", "200", "mg/dL", "5.17", "mmol/L"],
    ["ldl", "70", "mg/dL", "1.81", "mmol/L"],
    ["hdl", "40", "mg/dL", "1.03", "mmol/L"],
    ["triglycerides", "150", "mg/dL", "1.69", "mmol/L"],
    ["uric_acid", "7.0", "mg/dL", "416", "µmol/L"],
    ["hba1c", "7.0", "%", "53", "mmol/mol"],
    ["hba1c", "6.5", "%", "48", "mmol/mol"],
    ["hba1c", "10.0", "%", "86", "mmol/mol"],
    ["hba1c", "42", "mmol/mol", "6.0", "%"],
    ["hemoglobin", "12.0", "g/dL", "120", "g/L"],
    ["hematocrit", "45", "%", "0.45", "L/L"],
    ["neutrophils", "55", "%", "0.55", "fraction"],
    ["bun", "20", "mg/dL", "7.1", "mmol/L"],
    ["calcium", "10.0", "mg/dL", "2.50", "mmol/L"],
    ["magnesium", "2.0", "mg/dL", "0.82", "mmol/L"],
    ["phosphorus", "3.0", "mg/dL", "0.97", "mmol/L"],
    ["bilirubin_total", "1.0", "mg/dL", "17.1", "µmol/L"],
    ["albumin", "4.0", "g/dL", "40", "g/L"],
    ["ft4", "1.0", "ng/dL", "12.9", "pmol/L"],
    ["ft3", "3.0", "pg/mL", "4.61", "pmol/L"],
    ["vitamin_d", "20", "ng/mL", "50", "nmol/L"],
    ["albumin_creatinine_ratio", "30", "mg/g", "3.4", "mg/mmol"],
    ["iron", "100", "µg/dL", "17.9", "µmol/L"],
    ["platelets", "150", "10³/µL", "150000", "/µL"],
    ["wbc", "7,800", "/µL", "7.8", "10⁹/L"],
  ])("%s %s %s is %s %s", (code, value, from, becomes, to) => {
    expect(converted(numberOf(code), value, unitOf(code, from), unitOf(code, to))).toBe(becomes);
  });

  test("a unit with two names changes no digit, and keeps a sign", () => {
    const convert = (code: string, value: string, from: string, to: string) =>
      converted(numberOf(code), value, unitOf(code, from), unitOf(code, to));
    expect(convert("potassium", "5.40", "mEq/L", "mmol/L")).toBe("5.40");
    expect(convert("tsh", "<0.01", "µIU/mL", "mIU/L")).toBe("<0.01");
    expect(convert("creatinine", ">10", "mg/dL", "µmol/L")).toBe(">884");
    expect(convert("urine_wbc", "0-2", "/hpf", "/hpf")).toBe("0-2");
    expect(convert("wbc", "0.0001", "/µL", "10³/µL")).toBe("0.0000001");
  });

  test("a small value is not shown as zero in another unit", () => {
    const numbers = [...analytes.values()].flatMap((analyte) =>
      analyte.kind === "number"
        ? analyte.units.flatMap((from) => analyte.units.map((to) => ({ analyte, from, to })))
        : [],
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...numbers),
        fc.integer({ min: 1, max: 99_999 }),
        fc.constantFrom("", "<", ">"),
        ({ analyte, from, to }, tenThousandths, sign) => {
          const typed = `${sign}${(tenThousandths / 10_000).toFixed(4)}`;
          const shown = Number(converted(analyte, typed, from, to).replace(/^[<>]/, ""));
          if (from.offset === 0 && to.offset === 0) expect(shown).toBeGreaterThan(0);
        },
      ),
    );
  });

  test("accepts the spellings of laboratories", () => {
    expect(unitOf("creatinine", "umol/L").name).toBe("µmol/L");
    expect(unitOf("creatinine", "μmol/l").name).toBe("µmol/L");
    expect(unitOf("platelets", "x10^9/L").name).toBe("10⁹/L");
    expect(unitOf("platelets", "10^3/uL").name).toBe("10³/µL");
    expect(unitNamed(numberOf("platelets"), "mg/dL")).toBeNull();
  });

  test("converting to any unit and back gives the same value", () => {
    for (const analyte of analytes.values())
      if (analyte.kind === "number")
        for (const unit of analyte.units)
          expect(fromUnit(inUnit(12.5, unit), unit), `${analyte.code} ${unit.name}`).toBeCloseTo(12.5, 9);
  });

  test("halves are rounded up by their decimal digits", () => {
    expect(rounded(1.005, 2)).toBe("1.01");
    expect(rounded(0.285, 2)).toBe("0.29");
    expect(rounded(88.4, 0)).toBe("88");
  });
});

describe("eGFR, CKD-EPI 2021", () => {
  // Computed by the equation as kidney.org and NIDDK print it; 55 years, male, 1.2 mg/dL is kidney.org's own example.
  test.each([
    [1.2, "M", 55, 71],
    [0.9, "F", 55, 75],
    [0.7, "F", 30, 119],
    [0.5, "F", 30, 129],
    [0.9, "M", 30, 118],
    [0.6, "M", 30, 133],
    [2.5, "M", 70, 27],
    [6.0, "F", 60, 8],
  ] as const)("creatinine %s, %s, %s years: %s", (creatinine, sex, years, expected) => {
    expect(egfr(creatinine, sex, years)).toBe(expected);
  });

  test("is for adults", () => expect(egfr(0.6, "F", 17)).toBeNull());
});

describe("values", () => {
  test.each([
    ["5.4", "5.4"],
    [" 5.40 ", "5.40"],
    [".5", "0.5"],
    ["150,000", "150000"],
    ["<0.01", "<0.01"],
    ["> 100", ">100"],
    ["<=0.5", "≤0.5"],
  ])("%j is %s", (typed, stored) => expect(readValue({}, typed)?.text).toBe(stored));

  test.each(["", "abc", "1.2.3", "5,4", "0,005", "<0,005", "-3", "1e5", "0-2", "TNTC", "1234567890123"])(
    "%j is no number",
    (typed) => expect(readValue({}, typed)).toBeNull(),
  );

  test("a counted value may be a range, or too many to count", () => {
    expect(readValue({ isCounted: true }, "0 - 2")).toMatchObject({ text: "0-2", number: 2 });
    expect(readValue({ isCounted: true }, "tntc")?.text).toBe("TNTC");
    expect(readValue({ isCounted: true }, "5-2")).toBeNull();
    expect(judged("urine_wbc", "0-2")).toMatchObject({ value: "0-2", flag: null });
    expect(judged("urine_wbc", "8-10")).toMatchObject({ flag: "H" });
    expect(judged("urine_wbc", "TNTC")).toMatchObject({ flag: "H" });
  });
});

describe("ranges", () => {
  test("by sex and age", () => {
    expect(judged("hemoglobin", "12.5", "g/dL", man)).toMatchObject({ flag: "L", low: "13.0" });
    expect(judged("hemoglobin", "12.5", "g/dL", woman)).toMatchObject({ flag: null, low: "12.0" });
    expect(judged("hemoglobin", "11.2", "g/dL", child)).toMatchObject({ flag: null, low: "11.0" });
    expect(judged("hemoglobin", "125", "g/L", man)).toMatchObject({ flag: "L", low: "130", high: "180" });
  });

  test("none if the sex or age they depend on is missing", () => {
    expect(judged("hemoglobin", "9", "g/dL", { sex: null, ageInMonths: 600 })).toMatchObject({
      flag: null,
      low: null,
      source: null,
    });
    expect(judged("potassium", "5.4", "", { sex: "M", ageInMonths: null })).toMatchObject({ flag: null });
    expect(judged("alp", "300", "", child)).toMatchObject({ flag: null });
  });

  test("a value equal to the printed limit is within it, in either unit", () => {
    expect(judged("creatinine", "1.3", "mg/dL")).toMatchObject({ flag: null });
    expect(judged("creatinine", "115", "µmol/L")).toMatchObject({ flag: null, high: "115" });
    expect(judged("creatinine", "116", "µmol/L")).toMatchObject({ flag: "H" });
    expect(judged("potassium", "5.0")).toMatchObject({ flag: null });
    expect(judged("potassium", "5.1")).toMatchObject({ flag: "H" });
  });

  test("a value beyond the laboratory's limit is flagged only if that is certain", () => {
    expect(judged("tsh", "<0.01")).toMatchObject({ value: "<0.01", flag: "L" });
    expect(judged("tsh", "<3")).toMatchObject({ flag: null });
    expect(judged("tsh", ">100")).toMatchObject({ flag: "H" });
    expect(judged("crp", "<5")).toMatchObject({ flag: null });
    expect(judged("psa", ">3")).toMatchObject({ flag: null });
  });

  test("a value that may be equal to the limit is not beyond it", () => {
    expect(judged("potassium", "<=3.5")).toMatchObject({ value: "≤3.5", flag: null });
    expect(judged("potassium", "≥5")).toMatchObject({ flag: null });
    expect(judged("potassium", "<=2.8")).toMatchObject({ flag: "L" });
    expect(judged("potassium", "≥6.2")).toMatchObject({ flag: "H" });
    expect(judged("potassium", "≤3.4")).toMatchObject({ flag: "L" });
    // "Below 100" does not include 100.
    expect(judged("fbs", "≥100")).toMatchObject({ flag: "H" });
  });

  test("a pregnant woman's glucose by the limits of pregnancy, whichever test was chosen", () => {
    const pregnant: Subject = { ...woman, gestation: 180 };
    for (const [code, of, below] of [
      ["fbs", "gdm_fasting", "92"],
      ["ogtt_1h", "gdm_1h", "180"],
      ["ogtt_2h", "gdm_2h", "153"],
    ] as const)
      for (const step of [-1, 0]) {
        const typed = String(Number(below) + step);
        expect(judged(code, typed, "", pregnant)).toMatchObject({ high: below, flag: step < 0 ? null : "H" });
        expect(judged(of, typed, "", pregnant)).toMatchObject({ high: below, flag: step < 0 ? null : "H" });
      }
    expect(judged("fbs", "95", "", woman)).toMatchObject({ high: "100", flag: null });
  });

  test("critical limits apply even without a range", () => {
    expect(judged("potassium", "6.3")).toMatchObject({ flag: "HH" });
    expect(judged("potassium", "2.7", "mmol/L", child)).toMatchObject({ flag: "LL" });
    expect(judged("platelets", "30")).toMatchObject({ flag: "LL" });
    expect(judged("platelets", "30,000", "/µL")).toMatchObject({ flag: "LL" });
    expect(judged("fbs", "27", "mmol/L")).toMatchObject({ flag: "HH" });
    expect(judged("sodium", "119")).toMatchObject({ flag: "LL" });
    expect(judged("hemoglobin", "65", "g/L")).toMatchObject({ flag: "LL" });
    expect(judged("potassium", "6.3", "", { sex: "M", ageInMonths: 0 })).toMatchObject({ flag: null });
  });

  test("the clinic's own take precedence over the catalogue's", () => {
    const own = { bands: [{ high: 6.9 }], note: "the doctor's goal" };
    const range = rangeFor(numberOf("hba1c"), unitOf("hba1c", "%"), man, own);
    expect(range).toEqual({ low: null, high: "6.9", source: "the doctor's goal" });
    expect(range && rangeInWords(range)).toBe("up to 6.9");
    expect(rangeFor(numberOf("hba1c"), unitOf("hba1c", "%"), man)?.source).toBe(sources.ada);
  });

  test.each([
    // The limits that the laboratory prints, more exact than the catalogue's.
    ["mch", "27.6", "pg", [27.5, 33.2], { low: "27.5", high: "33.2", flag: null }],
    ["mch", "27.4", "pg", [27.5, 33.2], { flag: "L" }],
    ["mcv", "95", "fL", [79.4, 94.8], { low: "79.4", high: "94.8", flag: "H" }],
    ["crp", "0.5", "mg/L", [undefined, 0.41], { low: null, high: "0.41", flag: "H" }],
    ["crp", "0.41", "mg/L", [undefined, 0.41], { flag: null }],
    ["tsh", "0.466", "µIU/mL", [0.465, 4.68], { low: "0.465", high: "4.68", flag: null }],
    // As exact in another unit.
    ["mchc", "335", "g/L", [33.4, 35.5], { low: "334", high: "355", flag: null }],
    ["wbc", "4400", "/µL", [4.35, 10], { low: "4350", high: "10000", flag: null }],
    ["hematocrit", "0.413", "L/L", [41.5, 50.4], { low: "0.415", high: "0.504", flag: "L" }],
    ["creatinine", "119", "µmol/L", [0.7, 1.35], { low: "62", high: "119", flag: null }],
  ] as const)(
    "of %s, %s %s is judged by the limits as the clinic typed them",
    (code, value, unit, [low, high], found) => {
      expect(
        judge(numberOf(code), value, {
          unit: unitOf(code, unit),
          subject: man,
          own: { bands: [{ low, high }], note: null },
        }),
      ).toMatchObject(found);
    },
  );
});

test("impossible values are refused with the limits, unusual ones need confirmation", () => {
  expect(judged("potassium", "54")).toEqual({
    problem: "Not possible. Enter a value from 0.8 to 15.0 mEq/L",
  });
  expect(judged("hemoglobin", "14", "g/L")).toMatchObject({ flag: "LL" });
  expect(judged("hemoglobin", "140", "g/dL")).toEqual({
    problem: "Not possible. Enter a value from 1.0 to 30.0 g/dL, or change the unit to g/L",
  });
  expect(judged("creatinine", "100", "mg/dL")).toHaveProperty("problem");
  expect(isUnusual(numberOf("potassium"), "8.2", null)).toBe(true);
  expect(isUnusual(numberOf("potassium"), "5.4", null)).toBe(false);
  expect(isUnusual(numberOf("tsh"), "<0.0005", null)).toBe(false);
  expect(isUnusual(numberOf("hemoglobin"), "14", unitOf("hemoglobin", "g/L"))).toBe(true);
});

test("choices are matched with the catalogue, however they are typed", () => {
  expect(judged("urine_protein", "trace")).toMatchObject({ value: "Trace", flag: "A" });
  expect(judged("urine_protein", "Negative")).toMatchObject({ flag: null });
  expect(judged("dengue_ns1", "Positive")).toMatchObject({ flag: "A" });
  expect(judged("pregnancy_test", "Positive")).toMatchObject({ flag: null });
  expect(judged("urine_protein", "lots")).toHaveProperty("problem");
});

describe("LOINC", () => {
  // By the property of each code: [Mass/volume] or [Moles/volume] in serum or plasma; HbA1c by NGSP or IFCC.
  test.each([
    ["creatinine", "2160-0", "14682-9"],
    ["fbs", "1558-6", "14771-0"],
    ["rbs", "2345-7", "14749-6"],
    ["hba1c", "4548-4", "59261-8"],
    ["bun", "3094-0", "14937-7"],
    ["uric_acid", "3084-1", "14933-6"],
    ["cholesterol", "2093-3", "14647-2"],
    ["triglycerides", "2571-8", "14927-8"],
    ["hdl", "2085-9", "14646-4"],
    ["ldl", "2089-1", "22748-8"],
    ["calcium", "17861-6", "2000-8"],
    ["ionized_calcium", "17863-2", "1995-0"],
    ["bilirubin_total", "1975-2", "14631-6"],
    ["ft4", "3024-7", "14920-3"],
    ["hemoglobin", "718-7", "718-7"],
    ["potassium", "2823-3", "2823-3"],
    ["vitamin_d", "62292-8", undefined],
  ])("%s is %s, and %s in its SI unit", (code, conventional, si) => {
    expect(numberOf(code).units.map(({ loinc }) => loinc)).toEqual([conventional, si]);
  });

  test("one code is never for mass and for moles", () => {
    for (const analyte of analytes.values()) {
      if (analyte.kind !== "number") continue;
      for (const one of analyte.units)
        for (const other of analyte.units)
          if (one.loinc !== undefined && one.loinc === other.loinc && one.factor !== other.factor)
            expect(one.name.includes("mol"), `${analyte.code} ${one.name}`).toBe(other.name.includes("mol"));
    }
  });

  test("no code is of two tests", () => {
    const codes = [...analytes.values()].flatMap((analyte) =>
      analyte.kind === "number"
        ? [...new Set(analyte.units.flatMap(({ loinc }) => loinc ?? []))]
        : analyte.kind === "word" && analyte.loinc
          ? [analyte.loinc]
          : [],
    );
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe("the catalogue", () => {
  test("every panel has its analytes, and every analyte a panel", () => {
    for (const { code, analytes: codes } of panels)
      expect(panelAnalytes(code).map((each) => each.code)).toEqual(codes);
    for (const { code } of analytes.values()) expect(groupOf.get(code), code).toBeDefined();
    expect(new Set(panels.map(({ code }) => code)).size).toBe(panels.length);
  });

  test("codes and names are unique", () => {
    const names = [...analytes.values()].map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
  });

  test("limits are nested", () => {
    for (const analyte of analytes.values()) {
      if (analyte.kind === "word")
        expect(analyte.choices, analyte.code).toEqual(expect.arrayContaining([...analyte.abnormal]));
      if (analyte.kind !== "number") continue;
      const { possible, usual, critical, bands, code } = analyte;
      expect(usual[0], code).toBeGreaterThanOrEqual(possible[0]);
      expect(usual[1], code).toBeLessThanOrEqual(possible[1]);
      for (const { low, high } of bands) {
        expect(low ?? usual[0], code).toBeGreaterThanOrEqual(usual[0]);
        expect(high ?? usual[1], code).toBeLessThanOrEqual(usual[1]);
        expect(low ?? 0, code).toBeLessThan(high ?? Number.POSITIVE_INFINITY);
        if (critical?.low !== undefined) expect(low ?? usual[1], code).toBeGreaterThan(critical.low);
        if (critical?.high !== undefined) expect(high ?? usual[0], code).toBeLessThan(critical.high);
      }
    }
  });
});

// ADA 2025 (fasting glucose below 100 mg/dL or 5.6 mmol/L, HbA1c below 5.7 %), ATP III (below 200, 150, 130 mg/dL),
// IADPSG 2010 (92, 180, 153 mg/dL), KDIGO 2024 (albumin below 30 mg/g).
test.each([
  ["fbs", "mg/dL", "99.5", "99.99", "100"],
  ["fbs", "mmol/L", "5.52", "5.59", "5.6"],
  ["rbs", "mg/dL", "139.9", "139.99", "140"],
  ["hba1c", "%", "5.65", "5.69", "5.7"],
  ["cholesterol", "mg/dL", "199.6", "199.99", "200"],
  ["cholesterol", "mmol/L", "5.165", "5.169", "5.17"],
  ["triglycerides", "mg/dL", "149.7", "149.99", "150"],
  ["ldl", "mg/dL", "129.5", "129.99", "130"],
  ["gdm_fasting", "mg/dL", "91.5", "91.9", "92"],
  ["gdm_1h", "mg/dL", "179.5", "179.9", "180"],
  ["gdm_2h", "mg/dL", "152.5", "152.9", "153"],
  ["albumin_creatinine_ratio", "mg/g", "29.5", "29.9", "30"],
])("%s in %s is normal up to any decimal below its limit", (code, unit, normal, alsoNormal, high) => {
  for (const value of [normal, alsoNormal]) expect(judged(code, value, unit)).toMatchObject({ flag: null });
  expect(judged(code, high, unit)).toMatchObject({ flag: "H", isBelow: true, high });
});

test("no value lies between a range and its flags, in any unit", () => {
  const numbers = [...analytes.values()].flatMap((analyte) =>
    analyte.kind === "number"
      ? analyte.bands.flatMap((band) => analyte.units.map((unit) => ({ analyte, band, unit })))
      : [],
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...numbers),
      fc.integer({ min: -200, max: 200 }),
      ({ analyte, band, unit }, step) => {
        const subject: Subject = {
          sex: band.sex ?? "M",
          ageInMonths: band.from ?? 480,
          gestation: band.weeks ? band.weeks[0] * 7 : null,
        };
        const range = rangeFor(analyte, unit, subject);
        const edge = range?.high ?? range?.low;
        if (!range || edge === null || edge === undefined) return;
        const value = Number(edge) + step / 1000;
        const found = judge(analyte, value.toFixed(4), { unit, subject });
        if (value < 0 || "problem" in found) return;
        const isLow = range.low !== null && value < Number(range.low);
        const isHigh =
          range.high !== null && (range.isBelow ? value >= Number(range.high) : value > Number(range.high));
        expect(found.flag?.[0] ?? null).toBe(isLow ? "L" : isHigh ? "H" : null);
      },
    ),
  );
});

// WHO, guideline on haemoglobin cutoffs, 2024: 110, 105 and 110 g/L by trimester.
test.each([
  [8, "10.9", "L"],
  [8, "11", null],
  [20, "10.4", "L"],
  [20, "10.5", null],
  [30, "10.9", "L"],
  [30, "11.5", null],
])("hemoglobin in week %i of a pregnancy: %s", (week, value, flag) => {
  expect(judged("hemoglobin", value, "g/dL", { ...woman, gestation: week * 7 })).toMatchObject({ flag });
  expect(judged("hemoglobin", "11.5", "g/dL", woman)).toMatchObject({ flag: "L" });
});

test("no range by sex applies while the sex is unknown", () => {
  expect(judged("creatinine", "1.2", "mg/dL", { sex: null, ageInMonths: 600 })).toMatchObject({
    low: null,
    high: null,
    flag: null,
  });
});

describe("a run without a result", () => {
  test.each([
    ["genexpert", "Invalid", "Invalid"],
    ["genexpert", "invalid, error or no result", "Invalid, error or no result"],
    ["genexpert", "Rejected specimen", "Rejected specimen"],
    ["hbsag", "indeterminate", "indeterminate"],
    ["potassium", "Hemolyzed", "Hemolyzed"],
    ["potassium", "Specimen hemolysed, please repeat", "Specimen hemolysed, please repeat"],
    ["platelets", "sample clotted", "sample clotted"],
    ["organism", "QNS", "QNS"],
  ])("%s: %s is kept as typed, and is neither normal nor abnormal", (code, typed, value) => {
    expect(judged(code, typed)).toEqual({
      value,
      unit: null,
      low: null,
      high: null,
      source: null,
      flag: "X",
    });
  });

  test("a result that mentions one is a result", () => {
    expect(judged("genexpert", "MTB detected, rifampicin resistance indeterminate")).toMatchObject({
      flag: "A",
    });
    expect(judged("organism", "No growth")).toMatchObject({ flag: null });
    expect(judged("potassium", "about 4")).toHaveProperty("problem");
    expect(judged("hbsag", "Not done")).toHaveProperty("problem");
  });
});
