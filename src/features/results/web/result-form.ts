import * as z from "zod/mini";
import type { Result, ResultChanges, ResultDraft, ResultSettings } from "#features/results/contract.ts";
import type { AgeSource } from "#shared/clinical/age.ts";
import type { Analyte, Unit } from "#shared/clinical/results/analyte.ts";
import { hasTime } from "#shared/clinical/results/collected.ts";
import { differentialProblem } from "#shared/clinical/results/differential.ts";
import {
  isUnusual,
  judge,
  likelierUnit,
  rangeFor,
  rangeInWords,
  type Subject,
} from "#shared/clinical/results/judge.ts";
import { panelAnalytes } from "#shared/clinical/results/panels.ts";
import { subjectOn } from "#shared/clinical/results/subject.ts";
import { unitNamed } from "#shared/clinical/results/values.ts";
import type { Flag } from "#shared/clinical/vital-sign-flags.ts";
import { isCalendarDay, manilaDay, manilaInstant, manilaMinute } from "#shared/formats/dates.ts";

const Fields = z.object({
  panel: z.string(),
  day: z.string().check(z.refine(isCalendarDay, "Enter a date that exists, as MM/DD/YYYY")),
  /** "14:30", or empty. */
  time: z.string(),
  laboratory: z.string().check(z.maxLength(120, "Use at most 120 characters")),
  note: z.string().check(z.maxLength(1000, "Use at most 1,000 characters")),
  /** By test. */
  values: z.record(z.string(), z.string()),
  /** Those that were chosen in this form. */
  units: z.record(z.string(), z.string()),
  isConfidential: z.optional(z.boolean()),
});
export type ResultForm = z.output<typeof Fields>;

/** Without sex and age no range applies. */
export const nobody: Subject = { sex: null, ageInMonths: null };

/** The tests that are typed. */
export const typedTests = (panel: string): Analyte[] =>
  panelAnalytes(panel).filter((each) => each.kind !== "number" || each.isComputed !== true);

/** The chosen units, with the next one of a test; parts of one count change together. */
export function withNextUnit(
  { panel, units }: ResultForm,
  analyte: Analyte,
  unit: Unit | null,
): ResultForm["units"] {
  if (analyte.kind !== "number" || !unit || analyte.units.length < 2) return units;
  const at = analyte.units.findIndex(({ name }) => name === unit.name);
  const next = analyte.units[(at + 1) % analyte.units.length] ?? analyte.units[0];
  const together = analyte.isShare
    ? typedTests(panel).filter((each) => each.kind === "number" && each.isShare)
    : [analyte];
  return { ...units, ...Object.fromEntries(together.map(({ code }) => [code, next.name])) };
}

/** The form's rules, with the remembered units. */
export const resultForm = (unitOf: UnitOf) =>
  Fields.check((context) => {
    const refuse = (code: string, message: string) =>
      context.issues.push({
        code: "custom",
        message,
        input: context.value.values[code],
        path: ["values", code],
      });
    const tests = typedTests(context.value.panel);
    const whole = differentialProblem(
      tests.map((analyte) => ({
        analyte: analyte.code,
        value: context.value.values[analyte.code] ?? "",
        unit: unitOf(analyte, context.value),
      })),
    );
    if (whole) refuse(whole.analyte, whole.problem);
    for (const analyte of tests) {
      const typed = context.value.values[analyte.code]?.trim() ?? "";
      if (typed === "") continue;
      const judged = judge(analyte, typed, { unit: unitOf(analyte, context.value), subject: nobody });
      if ("problem" in judged) refuse(analyte.code, judged.problem);
    }
  });

export type UnitOf = (analyte: Analyte, form: Pick<ResultForm, "units" | "laboratory">) => Unit | null;

/** The chosen unit, else the laboratory's last one, else the clinic's, else the test's first. */
export const unitsBy =
  (laboratories: ResultSettings["laboratories"]): UnitOf =>
  (analyte, { units, laboratory }) => {
    if (analyte.kind !== "number") return null;
    const named = laboratories.find(({ name }) => name === laboratory.trim()) ?? laboratories[0];
    const name = units[analyte.code] ?? named?.units[analyte.code];
    return (name === undefined ? null : unitNamed(analyte, name)) ?? analyte.units[0];
  };

export const emptyForm = (today: string): ResultForm => ({
  panel: "cbc",
  day: today,
  time: "",
  laboratory: "",
  note: "",
  values: {},
  units: {},
  isConfidential: false,
});

export function formOf({ panel, collectedAt, laboratory, note, values }: Result): ResultForm {
  const at = new Date(collectedAt);
  const minute = manilaMinute(at);
  const two = (part: number) => String(part).padStart(2, "0");
  return {
    panel,
    day: manilaDay(at),
    time: hasTime(at) ? `${two(Math.floor(minute / 60))}:${two(minute % 60)}` : "",
    laboratory: laboratory ?? "",
    note: note ?? "",
    values: Object.fromEntries(values.map(({ analyte, value }) => [analyte, value])),
    units: Object.fromEntries(values.flatMap(({ analyte, unit }) => (unit ? [[analyte, unit]] : []))),
  };
}

const collectedAtOf = ({ day, time }: ResultForm): string => {
  const [hours, minutes] = time.split(":").map(Number);
  return hours === undefined || minutes === undefined || time === ""
    ? day
    : manilaInstant(day, hours * 60 + minutes).toISOString();
};

type SentValue = ResultDraft["values"][number];

const valuesOf = (form: ResultForm, unitOf: UnitOf): SentValue[] =>
  typedTests(form.panel).flatMap((analyte) => {
    const value = form.values[analyte.code]?.trim() ?? "";
    const unit = unitOf(analyte, form)?.name;
    return value === "" ? [] : [{ analyte: analyte.code, value, ...(unit && { unit }) }];
  });

export const draftOf = (form: ResultForm, unitOf: UnitOf, file: string | null): ResultDraft => ({
  panel: form.panel,
  collectedAt: collectedAtOf(form),
  values: valuesOf(form, unitOf),
  laboratory: form.laboratory || null,
  note: form.note || null,
  ...(file && { file }),
  ...(form.isConfidential && { isConfidential: true }),
});

/** The differences from the stored result; a cleared test is removed. */
export function changesOf(
  form: ResultForm,
  before: ResultForm,
  unitOf: UnitOf,
  file: string | null,
): ResultChanges {
  const now = valuesOf(form, unitOf);
  const was = new Map(valuesOf(before, unitOf).map((each) => [each.analyte, each]));
  const changed = now.filter(({ analyte, value, unit }) => {
    const old = was.get(analyte);
    return old?.value !== value || old.unit !== unit;
  });
  const remaining = new Set(now.map(({ analyte }) => analyte));
  const gone = [...was.keys()]
    .filter((analyte) => !remaining.has(analyte))
    .map((analyte) => ({ analyte, value: "" }));
  const values = [...changed, ...gone];
  const collectedAt = collectedAtOf(form);
  return {
    ...(values.length > 0 && { values }),
    ...(collectedAt !== collectedAtOf(before) && { collectedAt }),
    ...(form.laboratory !== before.laboratory && { laboratory: form.laboratory || null }),
    ...(form.note !== before.note && { note: form.note || null }),
    ...(file && { file }),
  };
}

/** Unlikely values that need a confirmation: "potassium 8.2 mEq/L", "magnesium 0.85 mg/dL (normal in mmol/L)". */
export const unusualIn = (
  form: ResultForm,
  unitOf: UnitOf,
  { subject, ranges }: { subject: Subject; ranges: Ranges },
): { code: string; words: string }[] =>
  typedTests(form.panel).flatMap((analyte) => {
    const typed = form.values[analyte.code]?.trim() ?? "";
    if (typed === "") return [];
    const unit = unitOf(analyte, form);
    const own = ranges.find((range) => range.analyte === analyte.code);
    const likelier = likelierUnit(analyte, typed, { unit, subject, own });
    return likelier || isUnusual(analyte, typed, unit)
      ? [
          {
            code: analyte.code,
            words: [analyte.name, typed, unit?.name, likelier && `(normal in ${likelier.name})`]
              .filter(Boolean)
              .join(" "),
          },
        ]
      : [];
  });

/** The patient on the typed day; `pregnancy` is the open one. */
export const subjectOf = (
  patient: AgeSource & { sex: string | null },
  day: string,
  pregnancy: { dueOn: string } | null | undefined,
): Subject =>
  isCalendarDay(day)
    ? subjectOn({ ...patient, pregnancies: pregnancy ? [pregnancy] : [] }, day)
    : { sex: null, ageInMonths: null };

type Ranges = ResultSettings["ranges"];

/** A value's flag while it is typed, or the range while the field is empty. */
export function meaningOf(
  analyte: Analyte,
  typed: string,
  { unit, subject, ranges }: { unit: Unit | null; subject: Subject; ranges: Ranges },
): { flag?: Flag; hint?: string } {
  const own = ranges.find((range) => range.analyte === analyte.code);
  if (typed.trim() === "") {
    if (analyte.kind !== "number") return {};
    const range = rangeFor(analyte, unit ?? analyte.units[0], subject, own);
    return { hint: range ? rangeInWords(range) : "No range for this sex and age" };
  }
  const judged = judge(analyte, typed, { unit, subject, own });
  if ("problem" in judged) return {};
  const range = rangeInWords(judged);
  const beside = range && `, range ${range}`;
  switch (judged.flag) {
    case "LL":
      return { flag: { level: "red", text: `Critically low${beside}` } };
    case "HH":
      return { flag: { level: "red", text: `Critically high${beside}` } };
    case "L":
      return { flag: { level: "amber", text: `Low${beside}` } };
    case "H":
      return { flag: { level: "amber", text: `High${beside}` } };
    case "A":
      return { flag: { level: "amber", text: "Abnormal" } };
    case "X":
      return { flag: { level: "amber", text: "No result: the request stays open" } };
    default:
      return range ? { flag: { level: "ok", text: `In range, ${range}` } } : {};
  }
}
