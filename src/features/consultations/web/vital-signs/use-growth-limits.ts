import { type CurvePoint, growthCurve } from "#features/growth/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { unlikelyBody } from "#shared/clinical/body-mass.ts";
import {
  comparedLength,
  correctedAge,
  daysOfAge,
  type GrowthIndicator,
  growthBy,
  LAST_DAY,
  type Sex,
  STANDING_FROM_DAYS,
} from "#shared/clinical/growth/indicators.ts";
import { beyondLimits } from "#shared/clinical/growth/limits.ts";
import type { Lms } from "#shared/clinical/growth/lms.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { monthsOf } from "./months-of.ts";

/** The reference of the WHO ends at 19 years. */
const GROWN_FROM_DAYS = 6940;
/** Centimeters of the tables of weight by length and height. */
const [SHORTEST, LONGEST] = [45, 120];

/** More than half a step of those tables. */
const TENTH = 0.051;

type Wanted = { indicator: GrowthIndicator; sex: Sex; from: number; to: number };

/** None while nothing is wanted or they are loading. */
function useRows(wanted: Wanted | null): readonly CurvePoint[] {
  const { indicator, sex, from, to } = wanted ?? { indicator: "wfa", sex: "F", from: 0, to: 0 };
  const query = { indicator, sex, from: String(from), to: String(to) };
  return useCall(growthCurve, { query }, { enabled: wanted !== null }).data ?? [];
}

/**
 * Flags of measurements that the WHO's limits exclude, for a child of known birthday; for others, of a body mass index
 * that hardly anybody has. The tables are large: only the
 * rows of the age, and those of the typed length, are loaded.
 */
export function useGrowthLimits(patient: Patient | undefined, measured: VitalSigns) {
  const today = useToday();
  const can = useCan();
  const sex = patient?.sex ?? "F";
  const sinceBirth = patient?.birthday ? daysOfAge(patient.birthday, today) : -1;
  // Before term age it is negative, and the standards say nothing.
  const ageInDays = correctedAge(sinceBirth, patient?.gestationDays) ?? sinceBirth;
  const isChild = Boolean(patient?.sex) && ageInDays >= 0 && ageInDays < GROWN_FROM_DAYS && can(growthCurve);
  const { weight, height } = measured;
  const headCircumference = measured.headCircumference ?? null;
  const heightPosition = measured.heightPosition ?? null;
  const length = height === null ? 0 : comparedLength(height, heightPosition, ageInDays);
  const forLength = ageInDays < STANDING_FROM_DAYS ? "wfl" : "wfh";
  const isYoung = ageInDays <= LAST_DAY;
  const ofAge = (indicator: GrowthIndicator, isWanted = true) =>
    isChild && isWanted ? { indicator, sex, from: ageInDays, to: ageInDays } : null;
  const byAge: Partial<Record<GrowthIndicator, Lms | undefined>> = {
    wfa: useRows(ofAge("wfa"))[0],
    lhfa: useRows(ofAge("lhfa"))[0],
    bfa: useRows(ofAge("bfa"))[0],
    hcfa: useRows(ofAge("hcfa", isYoung))[0],
  };
  const isOfTables = isYoung && weight !== null && length >= SHORTEST && length <= LONGEST;
  const whole = Math.floor(length);
  const byLength = useRows(
    isChild && isOfTables ? { indicator: forLength, sex, from: whole, to: whole + 1 } : null,
  );
  if (!isChild) return unlikelyBody(measured, patient ? monthsOf(patient) : null);
  return beyondLimits(
    growthBy({ weight, height, headCircumference, heightPosition }, ageInDays, (indicator, at) =>
      indicator === forLength
        ? (byLength.find(({ x }) => Math.abs(x - at) < TENTH) ?? null)
        : (byAge[indicator] ?? null),
    ),
  );
}
