import { type GrowthValue, growthCurve } from "#features/growth/contract.ts";
import {
  type ChartLine,
  chartOf,
  type LineKind,
  rangeOf,
  ticks,
  tickText,
} from "#shared/clinical/growth/chart.ts";
import type { GrowthIndicator, Sex } from "#shared/clinical/growth/indicators.ts";
import { centileText, growthFlag, growthLabels, growthUnits, zText } from "#shared/clinical/growth/words.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { usePhone } from "#web/ui/use-media.ts";

const MARGIN = { left: 34, right: 40, top: 12, bottom: 40 };
/** Labels of lines nearer to each other than this would overlap. */
const LABEL_HEIGHT = 12;

/** A child's values of one indicator on the WHO's lines. */
export function GrowthChart({
  indicator,
  sex,
  values,
  ageInDays,
  kind,
}: {
  indicator: GrowthIndicator;
  sex: Sex;
  /** Values of this indicator, oldest first. */
  values: readonly GrowthValue[];
  ageInDays: number;
  kind: LineKind;
}) {
  const phone = usePhone();
  const range = rangeOf(indicator, ageInDays);
  const query = useCall(growthCurve, {
    query: { indicator, sex, from: String(range.from), to: String(range.to) },
  });
  const { data } = query;
  if (!data)
    return (
      <QueryPending
        query={query}
        title="Failed to load the WHO's lines"
        skeleton={<SkeletonCard />}
        label="Loading the growth chart"
        level={3}
      />
    );
  const size = phone ? { width: 360, height: 260 } : { width: 740, height: 380 };
  const { lines, shown, child, scale } = chartOf(indicator, { values, range, curve: data, kind });
  const x = (at: number) =>
    round(
      MARGIN.left + ((at - range.from) / (range.to - range.from)) * (size.width - MARGIN.left - MARGIN.right),
    );
  const y = (at: number) =>
    round(
      size.height -
        MARGIN.bottom -
        ((at - scale.low) / (scale.high - scale.low)) * (size.height - MARGIN.top - MARGIN.bottom),
    );
  const path = (points: readonly { x: number; y: number }[]) =>
    points.map((point, index) => `${index ? "L" : "M"}${x(point.x)} ${y(point.y)}`).join("");
  const every = phone && range.unit !== "years" ? 2 : 1;
  return (
    <svg
      role="img"
      aria-label={inWords(indicator, shown)}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="block h-auto w-full text-xs"
      data-print="whole"
    >
      {ticks(scale.low, scale.high, scale.step).map((at) => (
        <g key={at}>
          <line
            x1={MARGIN.left}
            x2={size.width - MARGIN.right}
            y1={y(at)}
            y2={y(at)}
            className="stroke-line"
          />
          <text x={MARGIN.left - 6} y={y(at) + 4} textAnchor="end" className="fill-ink-3">
            {Number(at.toFixed(2))}
          </text>
        </g>
      ))}
      {ticks(range.from, range.to + 2, range.step).map((at, index) => (
        <g key={at}>
          <line
            x1={x(at)}
            x2={x(at)}
            y1={MARGIN.top}
            y2={size.height - MARGIN.bottom}
            className="stroke-line"
          />
          {index % every === 0 && (
            <text x={x(at)} y={size.height - MARGIN.bottom + 15} textAnchor="middle" className="fill-ink-3">
              {tickText(at, range)}
            </text>
          )}
        </g>
      ))}
      <text x={MARGIN.left} y={size.height - 8} className="fill-ink-3">
        {`${range.unit} · ${growthUnits[indicator]} · ${range.unit === "years" ? "WHO growth reference 2007" : "WHO child growth standards"}`}
      </text>
      {lines.map((line) => (
        <path
          key={line.label}
          d={path(line.points)}
          fill="none"
          strokeWidth={line.isMiddle ? 1.5 : 1}
          className={line.isMiddle ? "stroke-ink-2" : "stroke-quiet-solid"}
        />
      ))}
      {placedLabels(lines, y).map(({ label, at }) => (
        <text key={label} x={size.width - MARGIN.right + 5} y={at + 4} className="fill-ink-3">
          {label}
        </text>
      ))}
      <path d={path(child)} fill="none" strokeWidth={2.5} className="stroke-brand-text" />
      {child.map((point) => (
        <circle
          key={`${point.x} ${point.y}`}
          cx={x(point.x)}
          cy={y(point.y)}
          r={phone ? 3 : 4}
          strokeWidth={1.5}
          className="fill-brand-text stroke-surface"
        />
      ))}
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Labels at the end of each line; where two would overlap, the lower one moves down. */
function placedLabels(lines: readonly ChartLine[], y: (value: number) => number) {
  let last = Number.NEGATIVE_INFINITY;
  return lines
    .flatMap(({ label, points }) => {
      const end = points.at(-1);
      return end ? [{ label, at: y(end.y) }] : [];
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ label, at }) => {
      last = Math.max(at, last + LABEL_HEIGHT);
      return { label, at: last };
    });
}

/** "Weight for age against the WHO's lines: 3.1 kg on Sep 22, 2025, z −0.28, …" */
function inWords(indicator: GrowthIndicator, values: readonly GrowthValue[]): string {
  const points = values.map(
    ({ value, date, z, centile, ageInDays }) =>
      `${value} ${growthUnits[indicator]} on ${formatDay(date)}, z ${zText(z)}, ${centileText(centile)}, ${growthFlag(indicator, z, ageInDays).text}`,
  );
  return `${growthLabels[indicator]} against the lines of the WHO: ${points.join("; ") || "nothing measured yet"}`;
}
