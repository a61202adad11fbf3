import type { GrowthValue } from "#features/growth/contract.ts";
import { findPatient } from "#features/patients/server/queries.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { type FileAnswer, inFileName, pdfAnswer } from "#server/http/file-answer.ts";
import { logoOf } from "#server/pdf/clinic-logo.ts";
import type { Papers } from "#server/pdf/papers.ts";
import { findSurroundings } from "#server/pdf/record-sheet.ts";
import { growthAge } from "#shared/clinical/age.ts";
import { chartOf, rangeOf, ticks, tickText } from "#shared/clinical/growth/chart.ts";
import {
  daysOfAge,
  type GrowthIndicator,
  indicatorsShown,
  type Sex,
  STANDING_FROM_DAYS,
} from "#shared/clinical/growth/indicators.ts";
import { velocityOf, visitsOf } from "#shared/clinical/growth/visits.ts";
import {
  correctedText,
  growthFlag,
  growthLabels,
  growthUnits,
  NOT_ASSESSED,
  zText,
} from "#shared/clinical/growth/words.ts";
import { gestationText } from "#shared/clinical/pregnancy.ts";
import { Failure } from "#shared/errors.ts";
import { formatDay, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import type { drawGrowthPdf, PrintedChart } from "./growth-pdf.ts";
import { readCurve, readGrowth } from "./patient-growth.ts";

/** The child's curves and values, named growth-{patient}-{date}.pdf. */
export async function printGrowth(
  clinic: ClinicScope,
  patientId: number,
  { papers, now }: { papers: Papers; now: Date },
): Promise<FileAnswer> {
  const today = manilaDay(now);
  const patient = await findPatient(clinic, patientId, today);
  if (!patient.birthday)
    throw new Failure("unusable", "Enter the birthday first: growth is compared by the exact age.");
  const { birthday, sex } = patient;
  if (!sex)
    throw new Failure("unusable", "Record the sex first: growth is compared with that of girls or boys.");
  const values = await readGrowth(clinic, patientId, { at: undefined, now });
  if (values.length === 0) throw new Failure("unusable", "No weight or length is recorded yet.");
  const ageInDays = daysOfAge(patient.birthday, today);
  const forLength: GrowthIndicator = ageInDays < STANDING_FROM_DAYS ? "wfl" : "wfh";
  const wanted: GrowthIndicator[] = ["wfa", "lhfa", forLength, "hcfa", "bfa"];
  const charts = wanted
    .filter((indicator) => values.some((value) => value.indicator === indicator))
    .slice(0, 4)
    .map((indicator) => printedChart(indicator, sex, values, ageInDays));
  const around = await findSurroundings(clinic, patientId, now.toISOString(), null);
  const bytes = await papers.draw<typeof drawGrowthPdf>(
    clinic.id,
    { module: new URL("./growth-pdf.ts", import.meta.url).href, name: "drawGrowthPdf" },
    {
      clinic: around.clinic,
      patient: { name: around.patient.name, facts: around.patient.facts },
      written: `Growth as of ${formatLongDay(today)}, ${sex === "F" ? "girls" : "boys"}, by the WHO's ${ageInDays <= 1826 ? "child growth standards (2006)" : "growth reference (2007)"}`,
      findings: findingsOf(values, ageInDays).join(" · "),
      charts,
      columns: ["Date", "Age", "Weight", "Length", "Head", "Weight/length", "BMI", "Gain"],
      rows: visitsOf(values)
        .toReversed()
        .map(({ date, correctedAgeInDays, values: its }) => [
          formatDay(date),
          ageCell(birthday, date, correctedAgeInDays),
          cell(its.wfa, true),
          cell(its.lhfa, true),
          cell(its.hcfa, true),
          cell(its.wfl ?? its.wfh, false),
          cell(its.bfa, false),
          velocityOf("wfa", values, date)?.text ?? "",
        ]),
      reference: `Patient ${patientId} · z-scores after each value; the thick line is this child${
        patient.gestationDays === null ? "" : ` · born at ${gestationText(patient.gestationDays)}`
      }${values.some(({ isAssessed }) => !isAssessed) ? `; ${NOT_ASSESSED}` : ""}`,
    },
    now,
    await logoOf(clinic),
  );
  return pdfAnswer(bytes, `growth-${inFileName(patient.patientName)}-${today}`);
}

/**
 * The flags of the latest values of what is measured at this age: "Weight for age: underweight, below −2 (Nov 24,
 * 2026)". Weight for length, for example, is none of a child who stands.
 */
function findingsOf(values: readonly GrowthValue[], ageInDays: number): string[] {
  const latest = new Map(values.map((value) => [value.indicator, value]));
  return indicatorsShown(ageInDays, new Set()).flatMap((indicator) => {
    const value = latest.get(indicator);
    if (!value) return [];
    const flag = growthFlag(value.indicator, value.z, value.ageInDays);
    return value.isPlausible && flag.level !== "ok"
      ? [`${growthLabels[value.indicator]}: ${flag.text} (${formatDay(value.date)})`]
      : [];
  });
}

/** "8 mo", of a child born preterm "8 mo (6 mo corrected)". */
const ageCell = (birthday: string, date: string, corrected: number | null): string =>
  growthAge(birthday, date) + (corrected === null ? "" : ` (${correctedText(date, corrected)})`);

/** "8.8 (−0.53)" */
function cell(value: GrowthValue | undefined, hasValue: boolean): string {
  if (!value) return "";
  const z = value.isPlausible ? zText(value.z) : value.isAssessed ? "not plausible" : "not assessed";
  return hasValue ? `${value.value} (${z})` : z;
}

function printedChart(
  indicator: GrowthIndicator,
  sex: Sex,
  values: readonly GrowthValue[],
  ageInDays: number,
): PrintedChart {
  const range = rangeOf(indicator, ageInDays);
  const curve = readCurve(indicator, sex, range);
  const { lines, child, scale } = chartOf(indicator, { values, range, curve, kind: "sd" });
  const every = range.unit === "cm" || range.unit === "months" ? 2 : 1;
  return {
    title: growthLabels[indicator],
    axes: `${range.unit} · ${growthUnits[indicator]}`,
    from: range.from,
    to: range.to,
    low: scale.low,
    high: scale.high,
    xTicks: ticks(range.from, range.to + 2, range.step)
      .filter((_, index) => index % every === 0)
      .map((at) => ({ at: Math.min(at, range.to), text: tickText(at, range) })),
    yTicks: ticks(scale.low, scale.high, scale.step).map((at) => ({
      at,
      text: String(Number(at.toFixed(2))),
    })),
    lines,
    child,
  };
}
