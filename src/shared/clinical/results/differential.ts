import type { Unit } from "./analyte.ts";
import { analytes } from "./panels.ts";
import { fromUnit, readValue } from "./values.ts";

/** A typed test with the unit that applies. */
type TypedTest = { analyte: string; value: string; unit: Unit | null };

/** Of all white cells, neutrophils and lymphocytes are at least this part, in percent. */
const LEAST_OF_BOTH = 5;

/**
 * What is wrong with a differential count as a whole: parts in two units, or fractions that are called percent. By test.
 */
export function differentialProblem(
  typed: readonly TypedTest[],
): { analyte: string; field: "unit" | "value"; problem: string } | null {
  const parts = typed.flatMap(({ analyte: code, value, unit }) => {
    const analyte = analytes.get(code);
    if (analyte?.kind !== "number" || !analyte.isShare || !unit) return [];
    const read = readValue(analyte, value);
    return read ? [{ analyte: code, name: analyte.name, unit, percent: fromUnit(read.number, unit) }] : [];
  });
  const [first] = parts;
  const other = parts.find(({ unit }) => unit.name !== first?.unit.name);
  if (first && other)
    return {
      analyte: other.analyte,
      field: "unit",
      problem: `${other.name} is in ${other.unit.name || "no unit"}, and ${first.name} in ${first.unit.name}. Use one unit for the whole count.`,
    };
  const [neutrophils, lymphocytes] = ["neutrophils", "lymphocytes"].map((code) =>
    parts.find(({ analyte }) => analyte === code),
  );
  if (!neutrophils || !lymphocytes || neutrophils.percent + lymphocytes.percent >= LEAST_OF_BOTH) return null;
  return {
    analyte: neutrophils.analyte,
    field: "value",
    problem: "With so few percent, these are fractions. Change the unit to fraction, or enter the percent.",
  };
}
