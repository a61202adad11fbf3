import { flagWords } from "#shared/clinical/results/judge.ts";
import type { Flagged } from "./result-rows.ts";

/** Values that are named; the others are counted. */
const NAMED = 2;

const isCritical = ({ flag }: Flagged["values"][number]) => flag === "LL" || flag === "HH";

/** "Back: Potassium 5.4 mmol/L high", critical values first. */
export function flaggedInWords({ values }: Flagged): string {
  const sorted = [...values.filter(isCritical), ...values.filter((value) => !isCritical(value))];
  const named = sorted
    .slice(0, NAMED)
    .map(({ name, value, unit, flag }) =>
      [name, value, unit, flag && flag !== "A" && flagWords[flag]].filter(Boolean).join(" "),
    )
    .join(", ");
  const more = sorted.length - NAMED;
  return `Back: ${named}${more > 0 ? ` and ${more} more` : ""}`;
}
