import { Suspense } from "react";
import type { VitalSignReading } from "#features/consultations/contract.ts";
import type { AdultBands } from "#shared/clinical/vital-sign-bands.ts";
import { VITAL_SIGN_LABELS, VITAL_SIGN_UNITS, type VitalSign } from "#shared/clinical/vital-signs.ts";
import { shortDay } from "#shared/formats/dates.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { NotRecorded } from "#web/ui/NotRecorded.tsx";
import { SignFlag } from "./SignFlag.tsx";
import { type AgeAt, pointsOf, type SignPoint } from "./sign-series.ts";

/** Loaded with the second reading, which a new patient's record does not have. */
const SignChart = lazyPart(() => import("./SignChart.tsx"), "SignChart");

/** One sign: its last value, its flag, a chart from the second reading on, and when and by whom it was recorded. */
export function SignCell({
  sign,
  readings,
  newestId,
  ageInMonthsAt,
  adults,
  today,
}: {
  sign: VitalSign;
  readings: readonly VitalSignReading[];
  newestId: number;
  ageInMonthsAt: AgeAt;
  adults: AdultBands;
  today: string;
}) {
  const points = pointsOf(sign, readings, ageInMonthsAt, adults);
  const latest = points.at(-1);
  return (
    <div
      data-print="whole"
      className="-mt-px -ml-px grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-x-2 border-t border-l border-line px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto]"
    >
      <dt className="self-baseline text-sm text-ink-2">{VITAL_SIGN_LABELS[sign]}</dt>
      <dd className="self-baseline whitespace-nowrap tabular-nums">
        {latest ? (
          <>
            <span className="text-xl font-strong tracking-fig">{latest.text}</span>{" "}
            <span className="text-sm text-ink-3">{VITAL_SIGN_UNITS[sign]}</span>
          </>
        ) : (
          <NotRecorded className="text-xl" />
        )}
      </dd>
      <dd className="min-h-6 text-sm/4.5 md:col-span-2">
        {latest && <SignFlag flag={latest.flag} />}
        {sign === "weight" && <WeightChange points={points} today={today} />}
        {latest && latest.readingId !== newestId && (
          <span className="block text-ink-3">Measured {shortDay(latest.day, today)}</span>
        )}
      </dd>
      {points.length > 1 && (
        <dd className="mt-1.5 self-end md:col-span-2">
          {/* As high as the chart with its line of days. */}
          <Suspense fallback={<div className="h-21" />}>
            <SignChart sign={sign} points={points} today={today} />
          </Suspense>
        </dd>
      )}
    </div>
  );
}

/** "1.5 kg up since Oct 16". */
function WeightChange({ points, today }: { points: readonly SignPoint[]; today: string }) {
  const [before, now] = points.slice(-2);
  if (!before || !now) return null;
  // In grams: a newborn gains some 30 a day.
  const change = Math.round(((now.values[0] ?? 0) - (before.values[0] ?? 0)) * 1000) / 1000;
  const since = `since ${shortDay(before.day, today)}`;
  return (
    <span className="block text-ink-2">
      {change === 0 ? `Unchanged ${since}` : `${Math.abs(change)} kg ${change > 0 ? "up" : "down"} ${since}`}
    </span>
  );
}
