import type { ReactNode } from "react";
import type { VitalSignReading } from "#features/consultations/contract.ts";
import { bandsOf } from "#shared/clinical/vital-sign-bands.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import type { AgeAt } from "./sign-series.ts";

/** When the newest set was measured, and a legend for the charts' colors. */
export function VitalSignsHead({
  readings,
  recordedAt,
  ageInMonthsAt,
  isAgeRead,
}: {
  readings: readonly VitalSignReading[];
  recordedAt: string;
  ageInMonthsAt: AgeAt;
  /** False while the patient is loading: then the age is not mentioned. */
  isAgeRead: boolean;
}) {
  const ages = new Set(
    readings.map((reading) => {
      const months = ageInMonthsAt(new Date(reading.recordedAt));
      return months === null ? null : bandsOf(months);
    }),
  );
  const [only] = ages;
  const whose = ages.size > 1 ? "for the age at each visit" : only;
  const hasPressure = readings.some(({ bloodPressure }) => bloodPressure !== null);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 pt-3 pb-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-strong">Latest vital signs</span>
        <span className="text-sm text-ink-3">{formatInstant(recordedAt)}</span>
      </p>
      {isAgeRead && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
          {whose ? (
            <Key mark={<span className="h-2.5 w-4 border-y border-dashed border-ok-line bg-ok-bg" />}>
              Normal range ({whose})
            </Key>
          ) : (
            <span>Enter the age to see out-of-range values</span>
          )}
          {hasPressure && (
            <>
              <Key mark={<span className="w-4 border-t-2 border-brand-text" />}>Systolic</Key>
              <Key mark={<span className="w-4 border-t-2 border-ink-2" />}>Diastolic</Key>
            </>
          )}
        </p>
      )}
    </div>
  );
}

const Key = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden="true" className="flex items-center">
      {mark}
    </span>
    <span>{children}</span>
  </span>
);
