import type { AdultBands } from "#shared/clinical/vital-sign-bands.ts";
import { type Flag, flagVitalSigns, type VitalSignFlags } from "#shared/clinical/vital-sign-flags.ts";
import { bloodPressureParts, type VitalSign, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { addDays, formatLongDay } from "#shared/formats/dates.ts";

/** Naegele: from the first day of the last menstrual period to the expected date of confinement. */
export const TERM_DAYS = 280;
/** From 42 weeks on it is post-term, and the form asks for the outcome. */
const POST_TERM_FROM_DAYS = 42 * 7;
/** No pregnancy lasts longer. */
export const LONGEST_DAYS = 44 * 7;

/** No child born earlier lives, even allowing for wrong dates. */
const EARLIEST_BIRTH_DAYS = 16 * 7;
/** Before it a loss is a miscarriage and no birth; from then on a stillbirth (ACOG Practice Bulletin 200, Obstetric Care Consensus 10). */
const BIRTH_FROM_DAYS = 20 * 7;
const TERM_FROM_DAYS = 37 * 7;

export const outcomes = [
  "term",
  "preterm",
  "stillbirth",
  "miscarriage",
  "ectopic",
  "molar",
  "termination",
  "unknown",
] as const;
export type Outcome = (typeof outcomes)[number];

export const outcomeLabels: Record<Outcome, string> = {
  term: "Live birth at term",
  preterm: "Preterm live birth",
  stillbirth: "Stillbirth",
  miscarriage: "Miscarriage",
  ectopic: "Ectopic pregnancy",
  molar: "Molar pregnancy",
  termination: "Termination",
  unknown: "Not known",
};

/** An outcome with children. */
export const isBirth = (outcome: Outcome): boolean => outcome === "term" || outcome === "preterm";

/** The days of gestation at which an outcome is possible; the last one is no longer. The others are at any. */
const POSSIBLE: Partial<Record<Outcome, { from?: number; until?: number }>> = {
  term: { from: TERM_FROM_DAYS },
  preterm: { from: EARLIEST_BIRTH_DAYS, until: TERM_FROM_DAYS },
  stillbirth: { from: BIRTH_FROM_DAYS },
  miscarriage: { until: BIRTH_FROM_DAYS },
};

/** Why a pregnancy cannot have ended so at these days of gestation, or null. */
export function outcomeProblem(outcome: Outcome, days: number): string | null {
  const { from = 0, until = Number.POSITIVE_INFINITY } = POSSIBLE[outcome] ?? {};
  if (days >= from && days < until) return null;
  const limit = days < from ? `from ${from / 7} weeks on` : `before ${until / 7} weeks`;
  return `By the dates this is at ${gestationText(days)}, and “${outcomeLabels[outcome]}” is ${limit}. Correct the dates or the outcome.`;
}

export type Dates = { lmp: string | null; edc: string | null };

/** The expected date of confinement, by the ultrasound if there is one; null without any date. */
export const dueDayOf = ({ lmp, edc }: Dates): string | null => edc ?? (lmp && addDays(lmp, TERM_DAYS));

/** The day from which gestation counts: the LMP, or its equivalent by ultrasound. */
export const startOf = (dueOn: string): string => addDays(dueOn, -TERM_DAYS);

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** Age of gestation in days. */
export const gestationDays = (dueOn: string, day: string): number => TERM_DAYS - daysBetween(day, dueOn);

/**
 * Whether a day is of that pregnancy, the day of its end included. An open one ends by itself at 44 weeks: then nobody
 * recorded how it ended.
 */
export function isPregnantOn(
  { dueOn, endedOn = null }: { dueOn: string; endedOn?: string | null },
  day: string,
): boolean {
  const days = gestationDays(dueOn, day);
  return days >= 0 && days <= LONGEST_DAYS && (endedOn === null || day <= endedOn);
}

/** Age of gestation in days on a day of that pregnancy, else null. */
export const gestationOn = (
  pregnancy: { dueOn: string; endedOn?: string | null },
  day: string,
): number | null => (isPregnantOn(pregnancy, day) ? gestationDays(pregnancy.dueOn, day) : null);

/** An ultrasound of any trimester redates by no more than this (ACOG Committee Opinion 700, third trimester). */
const MOST_REDATED_DAYS = 21;

/** How far the EDC by ultrasound is from the one by LMP, in words, if farther than an ultrasound redates; else null. */
export function redatedText({ lmp, edc }: Dates): string | null {
  if (!lmp || !edc) return null;
  const days = daysBetween(addDays(lmp, TERM_DAYS), edc);
  if (Math.abs(days) <= MOST_REDATED_DAYS) return null;
  return `${gestationText(Math.abs(days))} ${days > 0 ? "later" : "earlier"}`;
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** "24 weeks 3 days", "24 weeks". */
export function gestationText(days: number): string {
  const rest = days % 7;
  return [counted(Math.floor(days / 7), "week"), rest > 0 && counted(rest, "day")].filter(Boolean).join(" ");
}

/** "24w 3d", for narrow spaces. */
export const shortGestation = (days: number): string => `${Math.floor(days / 7)}w ${days % 7}d`;

export const isPostTerm = (days: number): boolean => days >= POST_TERM_FROM_DAYS;

const FORGOTTEN = "past 44 weeks, outcome not recorded";

/** The age of gestation of an open pregnancy: "24 weeks 3 days". It stops counting at 42 weeks. */
export function openGestationText(days: number): string {
  if (days > LONGEST_DAYS) return FORGOTTEN;
  return isPostTerm(days) ? "past 42 weeks" : gestationText(days);
}

/** "Pregnant, 24 weeks 3 days". */
export function pregnantText(days: number): string {
  if (days > LONGEST_DAYS) return `Pregnancy ${FORGOTTEN}`;
  return isPostTerm(days) ? `Pregnant ${openGestationText(days)}` : `Pregnant, ${gestationText(days)}`;
}

/** "Pregnant, 24 weeks 3 days. EDC March 12, 2027"; empty for a day before it. */
export function pregnancyNote(dueOn: string, day: string): string {
  const days = gestationDays(dueOn, day);
  return days < 0 ? "" : `${pregnantText(days)}. EDC ${formatLongDay(dueOn)}`;
}

/** Pregnancies, births from 20 weeks on, and TPAL. */
type ObstetricScore = {
  gravida: number;
  para: number;
  term: number;
  preterm: number;
  abortions: number;
  living: number;
};

type Counted = {
  state: string;
  lmp: string | null;
  edc: string | null;
  outcome: Outcome | null;
  endedOn: string | null;
  living: number | null;
  term: number | null;
  preterm: number | null;
  abortions: number | null;
};

/** A stillbirth and a termination are classified by their weeks. */
function kindOf({ outcome, endedOn, ...dates }: Counted): "term" | "preterm" | "abortions" | null {
  switch (outcome) {
    case null:
    case "unknown":
      return null;
    case "term":
    case "preterm":
      return outcome;
    case "stillbirth":
    case "termination": {
      const dueOn = dueDayOf(dates);
      const days = dueOn && endedOn ? gestationDays(dueOn, endedOn) : null;
      if (days === null) return outcome === "stillbirth" ? "preterm" : "abortions";
      return days < BIRTH_FROM_DAYS ? "abortions" : days < TERM_FROM_DAYS ? "preterm" : "term";
    }
    default:
      return "abortions";
  }
}

/**
 * The obstetric score: pregnancies that ended here are counted, earlier ones are added as typed. Twins are one birth. An
 * ended pregnancy with an unknown outcome counts only in G.
 */
export function scoreOf(rows: readonly Counted[]): ObstetricScore {
  const score = { gravida: 0, para: 0, term: 0, preterm: 0, abortions: 0, living: 0 };
  for (const row of rows) {
    if (row.state === "entered_in_error") continue;
    if (row.state === "earlier") {
      score.term += row.term ?? 0;
      score.preterm += row.preterm ?? 0;
      score.abortions += row.abortions ?? 0;
      score.gravida += (row.term ?? 0) + (row.preterm ?? 0) + (row.abortions ?? 0);
    } else {
      score.gravida += 1;
      const kind = row.state === "ended" ? kindOf(row) : null;
      if (kind) score[kind] += 1;
    }
    score.living += row.living ?? 0;
  }
  score.para = score.term + score.preterm;
  return score;
}

/** "G3P2 (2-0-0-2)". */
export const scoreText = ({ gravida, para, term, preterm, abortions, living }: ObstetricScore): string =>
  `G${gravida}P${para} (${term}-${preterm}-${abortions}-${living})`;

/** Weeks in which fundal height in cm equals the weeks. */
const FUNDAL_WEEKS = [20, 36] as const;
const FUNDAL_CM = 3;

/** Diabetes in pregnancy begins at it, in mg/dL (IADPSG 2010, WHO 2013). From the second on it is red at any time. */
const [FASTING_SUGAR, VERY_HIGH_SUGAR] = [92, 300];

type Prenatal = Partial<Record<VitalSign, Flag>>;

/** Flags of vital signs in a pregnancy: they point at a value and do not diagnose. */
export function prenatalFlags(
  signs: Pick<VitalSigns, "bloodPressure" | "bloodSugar" | "bloodSugarTiming"> & {
    fundalHeight?: number | null | undefined;
  },
  days: number,
): Prenatal {
  const flags: Prenatal = {};
  const pressure = bloodPressureParts(signs.bloodPressure);
  if (pressure && (pressure.systolic >= 160 || pressure.diastolic >= 110))
    flags.bloodPressure = { level: "red", text: "160/110 or above" };
  else if (pressure && (pressure.systolic >= 140 || pressure.diastolic >= 90))
    flags.bloodPressure = { level: "amber", text: "140/90 or above" };
  const sugar = signs.bloodSugarTiming === "fasting" ? signs.bloodSugar : null;
  if (sugar != null && sugar >= FASTING_SUGAR && sugar < VERY_HIGH_SUGAR)
    flags.bloodSugar = { level: "amber", text: `${FASTING_SUGAR} or above, fasting in pregnancy` };
  const weeks = Math.floor(days / 7);
  const [from, to] = FUNDAL_WEEKS;
  if (signs.fundalHeight != null && weeks >= from && weeks <= to) {
    const off = signs.fundalHeight - weeks;
    flags.fundalHeight =
      Math.abs(off) > FUNDAL_CM
        ? { level: "amber", text: `More than ${FUNDAL_CM} cm ${off < 0 ? "below" : "above"} ${weeks} weeks` }
        : { level: "ok", text: `Within ${FUNDAL_CM} cm of ${weeks} weeks` };
  }
  return flags;
}

/** Every flag of measured signs, on every screen: those of a pregnancy come before the bands of the age. */
export const flagSigns = (
  signs: VitalSigns,
  {
    ageInMonths,
    adults,
    gestation,
  }: {
    ageInMonths: number | null;
    adults: AdultBands;
    /** In days; null if she is not known to be pregnant. */
    gestation: number | null;
  },
): VitalSignFlags => ({
  ...flagVitalSigns(signs, ageInMonths, adults),
  ...(gestation !== null && prenatalFlags(signs, gestation)),
});
