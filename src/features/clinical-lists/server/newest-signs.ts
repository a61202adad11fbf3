import type { Summary } from "#features/clinical-lists/summary-contract.ts";
import { type AgeSource, ageInMonths } from "#shared/clinical/age.ts";
import { flagSigns, gestationOn, startOf } from "#shared/clinical/pregnancy.ts";
import type { AdultBands } from "#shared/clinical/vital-sign-bands.ts";
import { isPrenatal, VITAL_SIGNS, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { manilaDay } from "#shared/formats/dates.ts";

export type Person = AgeSource & { birthday: string | null };
export type VitalSet = { vitalSigns: VitalSigns | null; createdAt: string };

/**
 * The newest value of each sign with its flag, in the record's head and in the queue alike. Newest set first.
 * Fundal height and fetal heart tone are shown for the open pregnancy only. */
export function newestSigns(
  sets: readonly VitalSet[],
  person: Person,
  adults: AdultBands,
  /** The open one. */
  pregnancy: { dueOn: string } | null,
): Summary["vitals"] {
  const began = pregnancy && startOf(pregnancy.dueOn);
  return VITAL_SIGNS.flatMap((sign) => {
    const measured = sets.flatMap(({ vitalSigns, createdAt }) => {
      const isPast = isPrenatal(sign) && (began === null || manilaDay(new Date(createdAt)) < began);
      const value = isPast ? null : vitalSigns?.[sign];
      return vitalSigns && value != null ? [{ value, signs: vitalSigns, createdAt }] : [];
    });
    const [newest] = measured;
    if (!newest) return [];
    const day = manilaDay(new Date(newest.createdAt));
    // Of another visit: two sets of one day are one visit's.
    const before = measured.find(({ createdAt }) => manilaDay(new Date(createdAt)) < day);
    const gestation = pregnancy && gestationOn(pregnancy, day);
    const flag =
      flagSigns(newest.signs, { ageInMonths: ageInMonths(person, day), adults, gestation })[sign] ?? null;
    return [{ sign, value: newest.value, recordedAt: newest.createdAt, flag, was: before?.value ?? null }];
  });
}
