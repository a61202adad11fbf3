import type { ResultDraft, ResultValue } from "#features/results/contract.ts";
import type { NumberAnalyte, Unit } from "#shared/clinical/results/analyte.ts";
import { differentialProblem } from "#shared/clinical/results/differential.ts";
import { egfr } from "#shared/clinical/results/egfr.ts";
import { type ClinicRange, judge, type Subject } from "#shared/clinical/results/judge.ts";
import { analytes, orderOf } from "#shared/clinical/results/panels.ts";
import { fromUnit, readValue, unitNamed } from "#shared/clinical/results/values.ts";
import { Failure, invalidField } from "#shared/errors.ts";

type Typed = ResultDraft["values"][number];
type Ranges = ReadonlyMap<string, ClinicRange>;

type Surroundings = {
  subject: Subject;
  own: Ranges;
  /** The unit of a value that names none. */
  units: Readonly<Record<string, string>>;
  /** The tests of the panel. */
  allowed: readonly string[];
};

/** The values as they are stored; empty ones are omitted. Fails with every invalid value. */
export function judgeValues(typed: readonly Typed[], surroundings: Surroundings): ResultValue[] {
  const fields: Record<string, string> = {};
  const values = typed.flatMap((each, index) => {
    if (each.value === "") return [];
    const judged = judgeOne(each, surroundings);
    if ("analyte" in judged) return [judged];
    fields[`values.${index}.${judged.field}`] = judged.problem;
    return [];
  });
  const [first] = Object.values(fields);
  if (first !== undefined) throw new Failure("invalid", first, { fields });
  return values;
}

/** @throws Failure at the typed value of a differential count that is wrong as a whole */
export function requireDifferential(values: readonly ResultValue[], typed: readonly Typed[]): void {
  const problem = differentialProblem(
    values.map(({ analyte: code, value, unit }) => {
      const analyte = analytes.get(code);
      return {
        analyte: code,
        value,
        unit: analyte?.kind === "number" ? unitNamed(analyte, unit ?? "") : null,
      };
    }),
  );
  if (!problem) return;
  const at = typed.findIndex(({ analyte }) => analyte === problem.analyte);
  throw invalidField(at < 0 ? "values" : `values.${at}.${problem.field}`, problem.problem);
}

type Problem = { field: "analyte" | "unit" | "value"; problem: string };

function judgeOne(
  { analyte: code, value, unit: unitName }: Typed,
  { subject, own, units, allowed }: Surroundings,
): ResultValue | Problem {
  const analyte = analytes.get(code);
  if (!analyte || !allowed.includes(code))
    return { field: "analyte", problem: `${code} is no test of this panel` };
  if (analyte.kind === "number" && analyte.isComputed)
    return { field: "analyte", problem: `${analyte.name} is computed` };
  const unit = analyte.kind === "number" ? unitFor(analyte, unitName ?? null, units[code]) : null;
  if (unit === "unknown" || (analyte.kind !== "number" && unitName))
    return { field: "unit", problem: unitWords(analyte.kind === "number" ? analyte.units : []) };
  const judged = judge(analyte, value, { unit, subject, own: own.get(code) });
  return "problem" in judged
    ? { field: "value", problem: `${analyte.name}: ${judged.problem}` }
    : { analyte: code, name: analyte.name, ...judged };
}

function unitFor(
  analyte: NumberAnalyte,
  named: string | null,
  remembered: string | undefined,
): Unit | "unknown" {
  if (named !== null) return unitNamed(analyte, named) ?? "unknown";
  return (remembered === undefined ? null : unitNamed(analyte, remembered)) ?? analyte.units[0];
}

const unitWords = (units: readonly Unit[]) => {
  const names = units.map(({ name }) => name).filter(Boolean);
  return names.length > 0 ? `Use ${names.join(" or ")}` : "This test has no unit";
};

/** With derived values, in the order of the panels. */
export function withComputed(values: readonly ResultValue[], subject: Subject, own: Ranges): ResultValue[] {
  const typed = values.filter(({ analyte }) => analyte !== "egfr");
  const computed = egfrOf(typed, subject, own);
  return [...typed, ...(computed ? [computed] : [])].toSorted(
    (one, other) => orderOf(one.analyte) - orderOf(other.analyte),
  );
}

function egfrOf(
  values: readonly ResultValue[],
  { sex, ageInMonths }: Subject,
  own: Ranges,
): ResultValue | null {
  const measured = values.find(({ analyte }) => analyte === "creatinine");
  const creatinine = analytes.get("creatinine");
  const rate = analytes.get("egfr");
  if (!measured || creatinine?.kind !== "number" || rate?.kind !== "number") return null;
  if (sex === null || ageInMonths === null) return null;
  const read = readValue(creatinine, measured.value);
  const unit = unitNamed(creatinine, measured.unit ?? "");
  // Nothing can be computed from "<0.2".
  if (read?.sign !== "" || !unit) return null;
  const value = egfr(fromUnit(read.number, unit), sex, Math.floor(ageInMonths / 12));
  if (value === null) return null;
  const judged = judge(rate, String(value), {
    unit: null,
    subject: { sex, ageInMonths },
    own: own.get("egfr"),
  });
  return "problem" in judged ? null : { analyte: rate.code, name: rate.name, ...judged };
}
