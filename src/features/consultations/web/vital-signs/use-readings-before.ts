import { type VitalSignReading, vitalSignReadings } from "#features/consultations/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import type { Flag } from "#shared/clinical/vital-sign-flags.ts";
import { VITAL_SIGNS, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { useAdultBands } from "#web/clinical/use-adult-bands.ts";
import { useCall } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { monthsOf } from "./months-of.ts";
import { FIRST_READINGS, pointsOf } from "./sign-series.ts";

const SHOWN_PRESSURES = 5;

export type MeasuredPressure = { id: number; day: string; text: string; flag: Flag | undefined };

/** What was measured before: each sign's value of the last other day, and the last blood pressures, newest first. */
export function useReadingsBefore(patient: Patient | undefined): {
  was: Partial<VitalSigns>;
  /** The newest of those days. */
  wasOn: string | null;
  pressures: MeasuredPressure[];
} {
  const today = useToday();
  const adults = useAdultBands();
  const { data } = useCall(
    vitalSignReadings,
    { params: { id: String(patient?.id ?? 0) }, query: { limit: FIRST_READINGS } },
    { enabled: patient !== undefined },
  );
  const usable = (data ?? []).filter(({ enteredInError }) => !enteredInError);
  const dayOf = ({ recordedAt }: VitalSignReading) => manilaDay(new Date(recordedAt));
  const earlier = usable.filter((reading) => dayOf(reading) < today);
  const was: Partial<VitalSigns> = Object.assign(
    {},
    ...VITAL_SIGNS.map((sign) => {
      const value = earlier.find((reading) => reading[sign] != null)?.[sign];
      return value == null ? {} : { [sign]: value };
    }),
  );
  const ageAt = (instant: Date) => (patient ? monthsOf(patient, instant) : null);
  return {
    was,
    wasOn: earlier[0] ? dayOf(earlier[0]) : null,
    pressures: pointsOf("bloodPressure", usable, ageAt, adults)
      .toReversed()
      .slice(0, SHOWN_PRESSURES)
      .map(({ readingId, day, text, flag }) => ({ id: readingId, day, text, flag })),
  };
}
