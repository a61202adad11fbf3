import { shortDay } from "#shared/formats/dates.ts";

type Limits = readonly [low: number, high: number];

/** A day's measurements, and the bands they are judged by. */
export type BandPoint = { day: string; values: readonly number[]; bands: readonly Limits[] };
export type Scale = { low: number; high: number };

/** Labels nearer to each other than this would overlap. */
const LABEL_HEIGHT = 12;
/** Margin at each side in per cent, so that no dot is clipped. */
const SIDE = 2.5;

/** Evenly spaced, whatever the time between visits; a single one is at the right, where the newest is. */
const positionOf = (index: number, count: number) =>
  count === 1 ? 100 - SIDE : SIDE + ((100 - 2 * SIDE) * index) / (count - 1);

const strokes = [
  { line: "stroke-brand-text", dot: "fill-brand-text stroke-brand-text" },
  { line: "stroke-ink-2", dot: "fill-ink-2 stroke-ink-2" },
] as const;

/** Readings over time as a line over the band of each, oldest first. */
export function BandChart({
  label,
  points,
  scale: { low, high },
  edges,
  today,
  height = 64,
}: {
  /** The chart's text alternative. */
  label: string;
  points: readonly BandPoint[];
  scale: Scale;
  /** Limits labeled at the right; of two that would overlap, only the first. Without them the chart has no labels. */
  edges?: readonly number[];
  today: string;
  height?: number;
}) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const y = (value: number) => Math.round(height * (1 - (value - low) / (high - low)) * 10) / 10;
  const x = (index: number) => `${positionOf(index, points.length)}%`;
  const svg = (
    <svg
      role="img"
      aria-label={label}
      height={height}
      className={edges ? "w-0 min-w-0 flex-1 overflow-visible" : "w-full overflow-visible"}
    >
      <Bands points={points} low={low} high={high} y={y} />
      {last.values.map((_, line) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place: systolic, diastolic
          key={line}
          points={points.map(({ values }, index) => ({ x: x(index), y: y(values[line] ?? 0) }))}
          look={strokes[line] ?? strokes[0]}
        />
      ))}
    </svg>
  );
  if (!edges) return svg;
  return (
    <figure className="min-w-0">
      <div className="flex">
        {svg}
        <div aria-hidden="true" className="relative w-9 shrink-0">
          {edgeLabels(edges, y, height).map(({ text, at }) => (
            <span
              key={text}
              style={{ top: at }}
              className="absolute right-0 -translate-y-1/2 text-2xs text-ink-2 tabular-nums"
            >
              {text}
            </span>
          ))}
        </div>
      </div>
      <figcaption className="mt-1 mr-9 flex justify-between gap-2 text-xs whitespace-nowrap text-ink-2">
        <span>{points.length > 1 && shortDay(first.day, today)}</span>
        <span>{shortDay(last.day, today)}</span>
      </figcaption>
    </figure>
  );
}

type Position = { x: string; y: number };

function Line({ points, look }: { points: readonly Position[]; look: (typeof strokes)[number] }) {
  return (
    <g>
      {points.slice(1).map((to, index) => {
        const from = points[index] ?? to;
        return (
          <line
            key={to.x}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            strokeWidth={1.5}
            strokeLinecap="round"
            className={look.line}
          />
        );
      })}
      {points.map((point, index) => {
        const isLast = index === points.length - 1;
        return (
          <circle
            key={point.x}
            cx={point.x}
            cy={point.y}
            r={isLast ? 4 : 2}
            strokeWidth={1.25}
            className={isLast ? look.dot : `fill-surface ${look.line}`}
          />
        );
      })}
    </g>
  );
}

/** Shaded across the chart; where the patient's age changes the band between two visits, it steps between them. */
function Bands({
  points,
  low,
  high,
  y,
}: {
  points: readonly BandPoint[];
  low: number;
  high: number;
  y: (value: number) => number;
}) {
  const end = points.length - 1;
  const edge = (at: number) => (at <= 0 ? 0 : at >= end ? 100 : positionOf(at, points.length));
  return bandStretches(points).map(({ low: from, high: to, from: left, to: right }) => {
    const [top, bottom] = [y(Math.min(to, high)), y(Math.max(from, low))];
    const start = edge(left);
    const width = end === 0 ? 100 : edge(right) - start;
    const sides = { x1: `${start}%`, x2: `${start + width}%` };
    return (
      <g key={`${left} ${from}`}>
        <rect x={`${start}%`} y={top} width={`${width}%`} height={bottom - top} className="fill-ok-bg" />
        {[to, from]
          .filter((value) => value > low && value < high)
          .map((value) => (
            <line
              key={value}
              {...sides}
              y1={y(value)}
              y2={y(value)}
              strokeDasharray="2.5 2"
              className="stroke-ok-line"
            />
          ))}
      </g>
    );
  });
}

function edgeLabels(edges: readonly number[], y: (value: number) => number, height: number) {
  const labels: { text: string; at: number }[] = [];
  for (const edge of edges) {
    const at = y(edge);
    if (edge <= 0 || at < 0 || at > height) continue;
    if (labels.every((other) => Math.abs(other.at - at) >= LABEL_HEIGHT))
      labels.push({ text: String(edge), at });
  }
  return labels;
}

type BandStretch = { low: number; high: number; from: number; to: number };

/** Where each band reaches, in points from the first (0) to the last; the same band at neighboring points is one. */
function bandStretches(points: readonly BandPoint[]): BandStretch[] {
  const done: BandStretch[] = [];
  const last = points.length - 1;
  for (const [index, { bands }] of points.entries()) {
    for (const [low, high] of bands) {
      const from = index === 0 ? 0 : index - 0.5;
      const to = index === last ? last : index + 0.5;
      const before = done.find(
        (stretch) => stretch.to === from && stretch.low === low && stretch.high === high,
      );
      if (before) before.to = to;
      else done.push({ low, high, from, to });
    }
  }
  return done;
}
