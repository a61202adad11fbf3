import { sql } from "kysely";
import type { CurvePoint, GrowthValue } from "#features/growth/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { hasUsableVitals } from "#server/patient/entries-in-error.ts";
import {
  correctedAge,
  daysOfAge,
  type GrowthIndicator,
  growthOf,
  type Measured,
  rowOf,
  type Sex,
} from "#shared/clinical/growth/indicators.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import { notFound } from "#shared/errors.ts";
import { isCalendarDay, manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { lmsOf } from "./lms-tables.ts";

const SETS = 500;
/** Points of a curve. */
const STEPS = 120;

/** Until when: the end of that day. */
const endOf = (at: string) => (isCalendarDay(at) ? manilaDayRange(at).end : new Date(Date.parse(at) + 1));

/**
 * Every indicator of each day on which a patient was weighed or measured. Measurements from several times of one day
 * (a weight at the desk and a length by the doctor) are combined, using the latest of each.
 */
export async function readGrowth(
  clinic: ClinicScope,
  patientId: number,
  { at, now }: { at: string | undefined; now: Date },
): Promise<GrowthValue[]> {
  const until = at === undefined ? null : endOf(at);
  const rows = await clinic.db
    .selectFrom("patients")
    .leftJoinLateral(
      (db) =>
        db
          .selectFrom("consultations")
          .select(["vitalSigns", "createdAt as recordedAt", "id as setId"])
          .where("clinicId", "=", clinic.id)
          .whereRef("consultations.patientId", "=", "patients.id")
          .where(hasUsableVitals)
          .where("createdAt", "<", (until ?? new Date(now.getTime() + 1)).toISOString())
          .where(
            sql<boolean>`coalesce(vital_signs ->> 'weight', vital_signs ->> 'height', vital_signs ->> 'headCircumference') is not null`,
          )
          .orderBy("createdAt", "desc")
          .limit(SETS)
          .as("sets"),
      (join) => join.onTrue(),
    )
    .select([
      "patients.birthday",
      "patients.sex",
      "patients.gestationDays",
      "sets.vitalSigns",
      "sets.recordedAt",
    ])
    .where("patients.clinicId", "=", clinic.id)
    .where("patients.id", "=", patientId)
    .orderBy("sets.recordedAt", "desc")
    .orderBy("sets.setId", "desc")
    .execute();
  const [patient] = rows;
  if (!patient) throw notFound("Patient");
  const { birthday, sex, gestationDays: gestation } = patient;
  if (!birthday || !isSex(sex)) return [];
  const days = new Map<string, Measured>();
  for (const { vitalSigns, recordedAt } of rows) {
    if (!vitalSigns || !recordedAt) continue;
    const day = manilaDay(new Date(recordedAt));
    days.set(day, withEarlier(days.get(day), vitalSigns));
  }
  return [...days].toReversed().flatMap(([date, measured]) => {
    const ageInDays = daysOfAge(birthday, date);
    const correctedAgeInDays = correctedAge(ageInDays, gestation);
    return growthOf(measured, { sex, ageInDays, gestation }, lmsOf).map((point) => ({
      date,
      ageInDays,
      correctedAgeInDays,
      ...point,
    }));
  });
}

const isSex = (sex: string | null): sex is Sex => sex === "M" || sex === "F";

/** What a day's later set lacks is taken from its earlier one; a height together with how it was measured. */
function withEarlier(later: Measured | undefined, signs: VitalSigns): Measured {
  const earlier: Measured = {
    weight: signs.weight ?? null,
    height: signs.height ?? null,
    headCircumference: signs.headCircumference ?? null,
    heightPosition: signs.heightPosition ?? null,
  };
  if (!later) return earlier;
  const ofHeight = later.height === null ? earlier : later;
  return {
    weight: later.weight ?? earlier.weight,
    height: ofHeight.height,
    heightPosition: ofHeight.heightPosition,
    headCircumference: later.headCircumference ?? earlier.headCircumference,
  };
}

/** Evenly spaced rows of a table; none where the table has none. */
export function readCurve(
  indicator: GrowthIndicator,
  sex: Sex,
  { from, to }: { from: number; to: number },
): CurvePoint[] {
  const isOfLength = indicator === "wfl" || indicator === "wfh";
  const steps = Math.max(1, Math.min(STEPS, (to - from) * (isOfLength ? 10 : 1)));
  const places = Array.from({ length: steps + 1 }, (_, step) => {
    const place = from + ((to - from) * step) / steps;
    return isOfLength ? Math.round(place * 10) / 10 : Math.round(place);
  });
  return [...new Set(places)].flatMap((x) => {
    const row = rowOf(lmsOf, indicator, sex, x);
    return row ? [{ x, ...row }] : [];
  });
}
