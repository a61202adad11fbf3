import type { GrowthValue } from "#features/growth/contract.ts";
import { growthAge } from "#shared/clinical/age.ts";
import type { GrowthIndicator } from "#shared/clinical/growth/indicators.ts";
import { velocityOf, visitsOf } from "#shared/clinical/growth/visits.ts";
import {
  centileText,
  correctedText,
  growthFlag,
  growthUnits,
  withoutScore,
  zText,
} from "#shared/clinical/growth/words.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { FlagWords } from "#web/clinical/FlagWords.tsx";
import { useParts } from "#web/ui/lists/use-parts.tsx";

const PART = 12;

/** The chart as a table: each day, latest first, with z-score, percentile and the change since. */
export function GrowthTable({
  indicator,
  values,
  birthday,
  label,
}: {
  indicator: GrowthIndicator;
  values: readonly GrowthValue[];
  birthday: string;
  label: string;
}) {
  const visits = visitsOf(values.filter((value) => value.indicator === indicator)).toReversed();
  const parts = useParts(visits, PART);
  if (visits.length === 0) return null;
  const hasVelocity = indicator === "wfa" || indicator === "lhfa" || indicator === "hcfa";
  return (
    <div className="border-t border-line">
      <ul aria-label={label}>
        {parts.shown.map(({ date, ageInDays, correctedAgeInDays, values: its }) => {
          const value = its[indicator];
          if (!value) return null;
          const velocity = hasVelocity ? velocityOf(indicator, values, date) : null;
          return (
            <li
              key={date}
              className="grid grid-cols-2 gap-x-4 border-t border-line px-4 py-2 text-sm first:border-t-0 md:grid-cols-[9rem_7rem_minmax(0,1fr)_minmax(0,1fr)]"
            >
              <span>
                {formatDay(date)}
                <span className="block text-ink-3">{growthAge(birthday, date)}</span>
                {correctedAgeInDays !== null && (
                  <span className="block text-ink-3">{correctedText(date, correctedAgeInDays)}</span>
                )}
              </span>
              <span className="tabular-nums max-md:text-right">
                <b className="font-medium">{value.value}</b> {growthUnits[indicator]}
              </span>
              <span className="tabular-nums">
                {value.isPlausible ? (
                  <>
                    {zText(value.z)} z, {centileText(value.centile)}
                    <FlagWords flag={growthFlag(indicator, value.z, ageInDays)} />
                  </>
                ) : (
                  <span className={value.isAssessed ? "text-bad" : "text-ink-3"}>
                    {value.isAssessed && `z ${zText(value.z)} `}
                    {withoutScore(value)}
                  </span>
                )}
              </span>
              <span className="text-ink-2 tabular-nums max-md:text-right">
                {velocity?.text}
                <FlagWords flag={velocity?.flag} />
              </span>
            </li>
          );
        })}
      </ul>
      {parts.more}
    </div>
  );
}
