import type { VitalSignReading } from "#features/consultations/contract.ts";
import { bmi, bmiLabel } from "#shared/clinical/vital-sign-flags.ts";
import { manilaDay, shortDay } from "#shared/formats/dates.ts";
import type { AgeAt } from "./sign-series.ts";

const GROWN_FROM_MONTHS = 19 * 12;

/**
 * The height, and the body mass index from the newest weight. An adult's height may be of another visit, if it was
 * measured when grown; a child's must be of the same visit.
 */
export function BodyMass({
  readings,
  ageInMonthsAt,
  today,
}: {
  readings: readonly VitalSignReading[];
  ageInMonthsAt: AgeAt;
  today: string;
}) {
  const measured = readings.find(({ height }) => height !== null);
  const weighed = readings.find(({ weight }) => weight !== null);
  const months = weighed ? ageInMonthsAt(new Date(weighed.recordedAt)) : null;
  const isGrownAt = ({ recordedAt }: VitalSignReading) =>
    (ageInMonthsAt(new Date(recordedAt)) ?? 0) >= GROWN_FROM_MONTHS;
  const height =
    weighed?.height ??
    (weighed && isGrownAt(weighed)
      ? readings.find((reading) => reading.height !== null && isGrownAt(reading))?.height
      : null) ??
    null;
  const index = weighed ? bmi(weighed.weight, height) : null;
  const newest = readings[0];
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-0.5 text-sm">
      <div className="flex gap-x-1.5">
        <dt className="text-ink-2">Height</dt>
        <dd className="tabular-nums">
          {measured ? (
            <>
              {measured.height} cm
              {measured.id !== newest?.id && (
                <span className="text-ink-3">
                  {" "}
                  on {shortDay(manilaDay(new Date(measured.recordedAt)), today)}
                </span>
              )}
            </>
          ) : (
            <span className="text-ink-3">not recorded</span>
          )}
        </dd>
      </div>
      <div className="flex gap-x-1.5">
        <dt className="sr-only">Body mass index</dt>
        <dd className="tabular-nums">
          {index === null ? (
            <span className="text-ink-3">BMI needs weight and height</span>
          ) : (
            bmiLabel(index, months, weighed?.isPregnant)
          )}
        </dd>
      </div>
    </dl>
  );
}
