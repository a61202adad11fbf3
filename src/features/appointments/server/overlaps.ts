import { isTakenOff, type VisitState } from "#shared/clinical/visit-states.ts";

export type Timed = {
  row: { id: number; state: VisitState };
  start: number;
  end: number;
};

/**
 * For each appointment with any, how many others overlap it, at any place: a clinic is one doctor's practice. `around`
 * is sorted by start.
 */
export function overlapsOf(around: readonly Timed[]): Map<number, number> {
  const taken = around.filter(({ row }) => !isTakenOff(row));
  const starts = taken.map(({ start }) => start);
  const ends = taken.map(({ end }) => end).sort((one, other) => one - other);
  const overlaps = new Map<number, number>();
  for (const { row, start, end } of taken) {
    // Those that started before its end, minus those that ended by its start, minus itself.
    const others = countBelow(starts, end) - countBelow(ends, start + 1) - 1;
    if (others > 0) overlaps.set(row.id, others);
  }
  return overlaps;
}

/** How many of the sorted numbers are smaller. */
function countBelow(sorted: readonly number[], limit: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as number) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
