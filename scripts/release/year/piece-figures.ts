import { atMost, type Figure, info, none, verdict } from "#test/harness/figure.ts";
import type { Answers } from "./answers.ts";
import type { Sample } from "./samples.ts";
import { addedByHalf, isFlat, trendOf } from "./trend.ts";

/** The first part of a piece, in which pools and caches fill. */
export const WARM_UP = 0.2;
/** Growth per hour that counts as flat. */
const FLAT = 0.02;
/** What the second half of a piece may store for each patient, relative to the first half. */
const DEARER = 1.25;

/** Heap after a full collection at the end of a piece, relative to when the piece was warm. */
const LEFT = 1.1;

type Tables = readonly { name: string; bytes: string }[];

export type Piece = {
  samples: readonly Sample[];
  piece: number;
  days: { piece: number; all: number };
  seen: number;
  /** After a full collection, when the piece was warm and at its end. */
  heap: { early: number; late: number };
  answers: Pick<Answers, "asked" | "failures">;
  broken: readonly string[];
  tables: { before: Tables; after: Tables };
};

/** What grew in a piece, flat or explained by the work. */
export function pieceFigures({ samples, piece, days, seen, heap, answers, broken, tables }: Piece): Figure[] {
  const all = samples.filter((sample) => sample.piece === piece);
  const warm = all.slice(Math.floor(all.length * WARM_UP));
  const hours = all.length / 60;
  const count = (number: number) => number.toLocaleString("en");
  const load = warm.reduce((sum, sample) => sum + sample.load, 0) / warm.length;
  const flat = (what: string, of: (sample: Sample) => number, unit: string): Figure => {
    const trend = trendOf(warm.map((sample) => ({ at: sample.hour, value: of(sample) })));
    const { slope, error, mean } = trend;
    const sign = slope < 0 ? "−" : "+";
    return verdict(
      what,
      `${sign}${Math.abs(slope).toFixed(1)} ± ${error.toFixed(1)}${unit} an hour, of ${mean.toFixed(1)}${unit}`,
      `≤ ${FLAT * 100} % an hour`,
      isFlat(trend, FLAT),
    );
  };
  const explained = (what: string, of: (sample: Sample) => number): Figure => {
    const points = warm.map((sample) => ({ at: sample.seen, value: of(sample) * 1000 }));
    const { first, second } = addedByHalf(points);
    return verdict(
      `${what}, for each patient seen, in the first half and in the second`,
      `${first.toFixed(1)} kB, ${second.toFixed(1)} kB of ${((points.at(-1)?.value ?? 0) / 1000).toFixed(0)} MB`,
      `≤ ${DEARER} times the first`,
      second <= DEARER * first,
    );
  };
  return [
    info(
      `piece ${piece}: ${count(seen)} patients seen in ${days.piece} days (of ${days.all} so far), ${hours.toFixed(2)} h, load of the machine ${load.toFixed(1)}`,
      `${count(answers.asked)} requests, ${(answers.asked / hours / 3600).toFixed(0)} a second`,
    ),
    none("unexpected responses", answers.asked, answers.failures),
    info("answers by status", statusesOf(all)),
    flat("memory of the server", ({ rss }) => rss, " MB"),
    info(
      "… of which JavaScript's heap takes, used or not",
      `${rangeOf(warm.map((one) => one.heapTaken))} MB`,
    ),
    flat("its heap after collections", (one) => one.heap, " MB"),
    verdict(
      "… after a full collection, when it was warm and at the end",
      `${heap.early.toFixed(1)} MB, ${heap.late.toFixed(1)} MB`,
      `≤ ${LEFT} times the first`,
      heap.late <= LEFT * heap.early,
    ),
    ...(warm.some(({ databaseMemory }) => Number.isNaN(databaseMemory))
      ? []
      : [flat("memory of the database's processes", ({ databaseMemory }) => databaseMemory, " MB")]),
    flat("connections to the database", ({ connections }) => connections, ""),
    explained("bytes of the database", ({ database }) => database),
    info("… of which by table, of each patient", tablesOf(tables, seen)),
    explained("bytes of files", ({ files }) => files),
    flat("99 of 100 answers within", ({ answers99 }) => answers99, " ms"),
    flat("event loop delay, p99", ({ loopP99 }) => loopP99, " ms"),
    atMost("worst delay in ms", Math.max(...warm.map(({ loopMax }) => loopMax)), 250, "", 0),
    none("rows that violate an invariant, by check-data", seen, broken),
  ];
}

function statusesOf(samples: readonly Sample[]): string {
  const sums: Record<string, number> = {};
  for (const { statuses } of samples)
    for (const [status, times] of Object.entries(statuses)) sums[status] = (sums[status] ?? 0) + times;
  return Object.entries(sums)
    .map(([status, times]) => `${times.toLocaleString("en")} × ${status}`)
    .join(", ");
}

const rangeOf = (values: readonly number[]) =>
  `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`;

/** The five that grew most. */
function tablesOf({ before, after }: Piece["tables"], seen: number): string {
  const sizes = new Map(before.map(({ name, bytes }) => [name, Number(bytes)]));
  return after
    .map(({ name, bytes }) => ({ name, grew: Number(bytes) - (sizes.get(name) ?? 0) }))
    .sort((one, other) => other.grew - one.grew)
    .slice(0, 5)
    .map(({ name, grew }) => `${name} ${(grew / seen / 1000).toFixed(1)} kB`)
    .join(", ");
}
