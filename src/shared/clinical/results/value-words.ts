import { flagWords, type ResultFlag } from "./flags.ts";
import { rangeInWords } from "./judge.ts";

type Stored = {
  name: string;
  value: string;
  unit: string | null;
  low: string | null;
  high: string | null;
  isBelow?: boolean | undefined;
  flag: ResultFlag | null;
};

/** "Potassium 5.4 mmol/L, high (3.5 to 5.0)". */
export function valueInWords({ name, value, unit, low, high, isBelow, flag }: Stored): string {
  const range = rangeInWords({ low, high, isBelow });
  return `${name} ${[value, unit].filter(Boolean).join(" ")}${flag ? `, ${flagWords[flag]}` : ""}${range && ` (${range})`}`;
}
