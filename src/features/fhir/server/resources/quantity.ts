import type { Quantity } from "@medplum/fhirtypes";
import { TOO_MANY } from "#shared/clinical/results/values.ts";
import { codeSystems, filled } from "./resource.ts";

/** Units of Klinika that UCUM writes differently; µ, ³ and ² are converted by a rule. */
const ucumOf: Record<string, string> = {
  "°C": "Cel",
  bpm: "/min",
  mmHg: "mm[Hg]",
  "mEq/L": "meq/L",
  "IU/L": "[IU]/L",
  "mIU/L": "m[IU]/L",
  "mIU/mL": "m[IU]/mL",
  "µIU/mL": "u[IU]/mL",
  "10³/µL": "10*3/uL",
  "10⁶/µL": "10*6/uL",
  "10⁹/L": "10*9/L",
  "10¹²/L": "10*12/L",
  "/hpf": "/[HPF]",
  fraction: "1",
  "mL/min/1.73 m²": "mL/min/{1.73_m2}",
};

/** UCUM uses only ASCII. */
const asUcum = (unit: string): string | null => {
  const code = ucumOf[unit] ?? unit.replaceAll(/[µμ]/g, "u");
  return /^[!-~]+$/.test(code) ? code : null;
};

export const quantity = (value: number, unit: string | null): Quantity => {
  const code = unit ? asUcum(unit) : null;
  return filled<Quantity>({ value, unit, system: code ? codeSystems.ucum : null, code });
};

const comparators = { "<": "<", ">": ">", "≤": "<=", "≥": ">=", "<=": "<=", ">=": ">=" } as const;
const measured = /^(<=|>=|[<>≤≥])?\s*(\d+(?:\.\d+)?)$/;

/** A typed value as a number; null for words and ranges, which are no quantity. */
export function typedQuantity(value: string, unit: string | null): Quantity | null {
  if (value === TOO_MANY) return null;
  const [, sign, digits] = measured.exec(value) ?? [];
  if (digits === undefined) return null;
  const comparator = sign ? comparators[sign as keyof typeof comparators] : null;
  return filled<Quantity>({ ...quantity(Number(digits), unit), comparator });
}
