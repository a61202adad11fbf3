import { addResult, setResultRange } from "#features/results/contract.ts";
import { addDays } from "#shared/formats/dates.ts";
import type { Calls } from "./calls.ts";

/** Days before today, and values: kidney function declines while the blood sugar improves. */
const chemistry = [
  { before: 365, hba1c: "8.4", creatinine: "92", potassium: "4.3", ldl: "3.6", alt: "31" },
  { before: 264, hba1c: "8.1", creatinine: "98", potassium: "4.4", ldl: "3.4", alt: "28" },
  { before: 168, hba1c: "7.6", creatinine: "112", potassium: "4.7", ldl: "2.6", alt: "30" },
  { before: 91, hba1c: "7.1", creatinine: "121", potassium: "5.0", ldl: "2.1", alt: "27" },
  { before: 4, hba1c: "6.8", creatinine: "134", potassium: "5.4", ldl: "1.7", alt: "29" },
] as const;
const counts = [
  { before: 264, hemoglobin: "118", wbc: "6.9", platelets: "212" },
  { before: 168, hemoglobin: "121", wbc: "7.2", platelets: "204" },
  { before: 91, hemoglobin: "124", wbc: "8.1", platelets: "221" },
  { before: 4, hemoglobin: "122", wbc: "7.8", platelets: "198" },
] as const;
const laboratory = "Osmeña Diagnostics";

const units = {
  hba1c: "%",
  creatinine: "µmol/L",
  potassium: "mmol/L",
  ldl: "mmol/L",
  alt: "U/L",
  hemoglobin: "g/L",
  wbc: "10⁹/L",
  platelets: "10⁹/L",
} as const;
type Test = keyof typeof units;

const valuesOf = (found: Partial<Record<Test, string>>) =>
  (Object.keys(units) as Test[]).flatMap((analyte) => {
    const value = found[analyte];
    return value === undefined ? [] : [{ analyte, value, unit: units[analyte] }];
  });

/** A year of the featured patient's results; those from before the clinic opened are typed from her old papers. */
export async function recordResults(calls: Calls, patientId: number, today: string): Promise<void> {
  const all = [
    ...chemistry.map(({ before, ...found }) => ({ panel: "chemistry", before, found })),
    ...counts.map(({ before, ...found }) => ({ panel: "cbc", before, found })),
  ].toSorted((one, other) => other.before - one.before);
  await calls.setClock(addDays(today, -160), 11);
  for (const [analyte, high] of [
    ["hba1c", 6.9],
    ["ldl", 70],
  ] as const)
    await calls.send(setResultRange, {
      body: {
        analyte,
        bands: [{ sex: null, from: null, to: null, low: null, high }],
        note: "the doctor's goal",
      },
    });
  for (const { panel, before, found } of all) {
    await calls.setClock(addDays(today, -Math.min(before, 159)), 16);
    await calls.send(addResult, {
      params: { id: patientId },
      body: { panel, collectedAt: addDays(today, -before), laboratory, values: valuesOf(found) },
    });
  }
  await calls.send(addResult, {
    params: { id: patientId },
    body: {
      panel: "urinalysis",
      collectedAt: addDays(today, -4),
      laboratory,
      values: [
        { analyte: "urine_color", value: "Yellow" },
        { analyte: "urine_clarity", value: "Clear" },
        { analyte: "urine_protein", value: "1+" },
        { analyte: "urine_glucose", value: "Negative" },
        { analyte: "urine_wbc", value: "0-2" },
        { analyte: "urine_rbc", value: "0-1" },
      ],
    },
  });
}
