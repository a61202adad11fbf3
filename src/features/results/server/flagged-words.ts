import { flagWords } from "#shared/clinical/results/flags.ts";
import type { Flagged } from "./result-rows.ts";

/** Values that are listed; the others are counted. */
const NAMED = 1;

const isCritical = ({ flag }: Flagged["values"][number]) => flag === "LL" || flag === "HH";

/** "Potassium 5.4 mmol/L high and 2 more", critical values first. */
export function flaggedInWords({ values }: Flagged): string {
  const sorted = [...values.filter(isCritical), ...values.filter((value) => !isCritical(value))];
  const named = sorted
    .slice(0, NAMED)
    .map(({ name, value, unit, flag }) =>
      [name, value, unit, flag && flag !== "A" && flagWords[flag]].filter(Boolean).join(" "),
    )
    .join(", ");
  const more = sorted.length - NAMED;
  return `${named}${more > 0 ? ` and ${more} more` : ""}`;
}
