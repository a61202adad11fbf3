import { adults, adultsBelow, number } from "../analyte.ts";

/** mg/dL of glucose in mmol/L: 1 mmol/L is 18.016 mg/dL. */
const glucoseSi = ["mmol/L", 1, 1 / 18.016] as const;
/** Of total, LDL, HDL and VLDL cholesterol: 1 mmol/L is 38.67 mg/dL. */
const cholesterolSi = ["mmol/L", 2, 1 / 38.67] as const;

const glucose = {
  unit: ["mg/dL", 0],
  si: glucoseSi,
  possible: [5, 2000],
  usual: [40, 500],
  critical: { low: 46, high: 484 },
} as const;

/** At any time of a pregnancy, whichever of the tests was chosen. */
const pregnant = { sex: "F", weeks: [0, 99], source: "iadpsg" } as const;

const cholesterol = { unit: ["mg/dL", 0], si: cholesterolSi } as const;
const ion = (decimals: number) => ({ unit: ["mEq/L", decimals], si: ["mmol/L", decimals, 1] }) as const;
const enzyme = (usualHigh: number) =>
  ({ unit: ["U/L", 0], possible: [0, 50_000], usual: [1, usualHigh] }) as const;

export const chemistry = [
  number("fbs", "Fasting blood sugar", {
    loinc: ["1558-6", "14771-0"],
    ...glucose,
    bands: [{ ...pregnant, below: 92 }, adultsBelow("ada", 100, 70)],
  }),
  number("rbs", "Random blood sugar", {
    loinc: ["2345-7", "14749-6"],
    ...glucose,
    bands: [adultsBelow("adaOgtt", 140, 70)],
  }),
  number("ogtt_1h", "Glucose, 1 hour", { ...glucose, bands: [{ ...pregnant, below: 180 }] }),
  number("ogtt_2h", "Glucose, 2 hours", {
    loinc: ["1518-0", "14995-5"],
    ...glucose,
    bands: [{ ...pregnant, below: 153 }, adultsBelow("ada", 140)],
  }),
  number("gdm_fasting", "Fasting glucose, pregnant", {
    ...glucose,
    bands: [{ below: 92, source: "iadpsg" }],
  }),
  number("gdm_1h", "Glucose 1 hour, pregnant", { ...glucose, bands: [{ below: 180, source: "iadpsg" }] }),
  number("gdm_2h", "Glucose 2 hours, pregnant", { ...glucose, bands: [{ below: 153, source: "iadpsg" }] }),
  number("hba1c", "HbA1c", {
    loinc: ["4548-4", "59261-8"],
    unit: ["%", 1],
    // IFCC = 10.929 × (NGSP − 2.15), the NGSP's master equation.
    si: ["mmol/mol", 0, 10.929, -10.929 * 2.15],
    bands: [adultsBelow("ada", 5.7, 4)],
    possible: [2.5, 25],
    usual: [4, 15],
  }),
  number("creatinine", "Creatinine", {
    loinc: ["2160-0", "14682-9"],
    unit: ["mg/dL", 2],
    si: ["µmol/L", 0, 88.4],
    bands: [adults("abim", 0.7, 1.3, "M"), adults("abim", 0.5, 1.1, "F")],
    possible: [0.05, 40],
    usual: [0.2, 12],
  }),
  number("egfr", "eGFR, CKD-EPI 2021", {
    loinc: "98979-8",
    unit: ["mL/min/1.73 m²", 0],
    bands: [adults("kdigo", 60)],
    possible: [1, 250],
    usual: [1, 200],
    isComputed: true,
  }),
  number("bun", "BUN (urea nitrogen)", {
    loinc: ["3094-0", "14937-7"],
    unit: ["mg/dL", 0],
    si: ["mmol/L", 1, 0.357],
    bands: [adults("abim", 8, 20)],
    possible: [0, 400],
    usual: [2, 150],
  }),
  number("uric_acid", "Uric acid", {
    loinc: ["3084-1", "14933-6"],
    unit: ["mg/dL", 1],
    si: ["µmol/L", 0, 59.48],
    bands: [adults("medline", 3.5, 7.2)],
    possible: [0, 50],
    usual: [1, 20],
  }),
  number("cholesterol", "Total cholesterol", {
    loinc: ["2093-3", "14647-2"],
    ...cholesterol,
    bands: [adultsBelow("atp", 200)],
    possible: [10, 2000],
    usual: [60, 500],
  }),
  number("triglycerides", "Triglycerides", {
    loinc: ["2571-8", "14927-8"],
    unit: ["mg/dL", 0],
    si: ["mmol/L", 2, 1 / 88.57],
    bands: [adultsBelow("atp", 150)],
    possible: [5, 20_000],
    usual: [20, 2000],
  }),
  number("hdl", "HDL cholesterol", {
    loinc: ["2085-9", "14646-4"],
    ...cholesterol,
    bands: [adults("atp", 40)],
    possible: [1, 300],
    usual: [10, 130],
  }),
  number("ldl", "LDL cholesterol", {
    loinc: ["2089-1", "22748-8"],
    ...cholesterol,
    bands: [adultsBelow("atp", 130)],
    possible: [1, 1500],
    usual: [15, 400],
  }),
  number("vldl", "VLDL cholesterol", {
    loinc: ["13458-5", "25371-6"],
    ...cholesterol,
    bands: [adults("medline", 2, 30)],
    possible: [0, 1000],
    usual: [1, 200],
  }),
  number("sodium", "Sodium", {
    loinc: "2951-2",
    ...ion(0),
    bands: [adults("abim", 136, 145)],
    possible: [80, 220],
    usual: [115, 165],
    critical: { low: 120, high: 158 },
  }),
  number("potassium", "Potassium", {
    loinc: "2823-3",
    ...ion(1),
    bands: [adults("abim", 3.5, 5)],
    possible: [0.8, 15],
    usual: [2, 8],
    critical: { low: 2.8, high: 6.2 },
  }),
  number("chloride", "Chloride", {
    loinc: "2075-0",
    ...ion(0),
    bands: [adults("abim", 98, 106)],
    possible: [50, 180],
    usual: [75, 130],
  }),
  number("bicarbonate", "Bicarbonate (CO₂)", {
    loinc: "1963-8",
    ...ion(0),
    bands: [adults("abim", 23, 28)],
    possible: [1, 80],
    usual: [8, 45],
  }),
  number("calcium", "Calcium", {
    loinc: ["17861-6", "2000-8"],
    unit: ["mg/dL", 1],
    si: ["mmol/L", 2, 0.2495],
    bands: [adults("abim", 8.6, 10.2)],
    possible: [2, 25],
    usual: [6, 15],
    critical: { low: 6.6, high: 12.9 },
  }),
  number("ionized_calcium", "Ionized calcium", {
    loinc: ["17863-2", "1995-0"],
    unit: ["mg/dL", 2],
    si: ["mmol/L", 2, 0.2495],
    bands: [adults("medline", 4.8, 5.6)],
    possible: [1, 15],
    usual: [3, 8],
  }),
  number("magnesium", "Magnesium", {
    loinc: ["19123-9", "2601-3"],
    unit: ["mg/dL", 1],
    si: ["mmol/L", 2, 0.4114],
    bands: [adults("abim", 1.6, 2.6)],
    possible: [0.1, 20],
    usual: [0.7, 6],
  }),
  number("phosphorus", "Phosphorus", {
    loinc: ["2777-1", "14879-1"],
    unit: ["mg/dL", 1],
    si: ["mmol/L", 2, 0.3229],
    bands: [adults("abim", 3, 4.5)],
    possible: [0.1, 30],
    usual: [1, 12],
  }),
  number("alt", "ALT (SGPT)", { loinc: "1742-6", ...enzyme(2000), bands: [adults("abim", 10, 40)] }),
  number("ast", "AST (SGOT)", { loinc: "1920-8", ...enzyme(2000), bands: [adults("abim", 10, 40)] }),
  number("alp", "Alkaline phosphatase", {
    loinc: "6768-6",
    ...enzyme(2000),
    bands: [adults("abim", 30, 120)],
  }),
  number("ggt", "GGT", {
    loinc: "2324-2",
    ...enzyme(2000),
    bands: [adults("abim", 9, 50, "M"), adults("abim", 8, 40, "F")],
  }),
  number("ldh", "LDH", { loinc: "2532-0", ...enzyme(5000), bands: [adults("abim", 80, 225)] }),
  number("amylase", "Amylase", { loinc: "1798-8", ...enzyme(3000), bands: [adults("abim", 25, 125)] }),
  number("bilirubin_total", "Total bilirubin", {
    loinc: ["1975-2", "14631-6"],
    unit: ["mg/dL", 1],
    si: ["µmol/L", 1, 17.104],
    bands: [adults("abim", 0.3, 1)],
    possible: [0, 80],
    usual: [0.1, 30],
  }),
  number("bilirubin_direct", "Direct bilirubin", {
    loinc: ["1968-7", "14629-0"],
    unit: ["mg/dL", 1],
    si: ["µmol/L", 1, 17.104],
    bands: [adults("abim", undefined, 0.3)],
    possible: [0, 60],
    usual: [0, 20],
  }),
  number("bilirubin_indirect", "Indirect bilirubin", {
    loinc: ["1971-1", "14630-8"],
    unit: ["mg/dL", 1],
    si: ["µmol/L", 1, 17.104],
    bands: [adults("abim", undefined, 0.7)],
    possible: [0, 60],
    usual: [0, 20],
  }),
  number("albumin", "Albumin", {
    loinc: "1751-7",
    unit: ["g/dL", 1],
    si: ["g/L", 0, 10],
    bands: [adults("abim", 3.5, 5.5)],
    possible: [0.3, 10],
    usual: [1.2, 6],
  }),
  number("total_protein", "Total protein", {
    loinc: "2885-2",
    unit: ["g/dL", 1],
    si: ["g/L", 0, 10],
    bands: [adults("abim", 5.5, 9)],
    possible: [1, 20],
    usual: [3, 12],
  }),
];
