import { unseenEnds } from "#shared/clinical/visit-states.ts";

export type Timed = {
  row: { id: number; placeId: number; state: string };
  start: number;
  end: number;
};

/** For each appointment with any, how many others at the same place overlap it. `around` is sorted by start. */
export function overlapsOf(around: readonly Timed[]): Map<number, number> {
  const places = new Map<number, Timed[]>();
  for (const each of around) {
    if (unseenEnds.some((state) => state === each.row.state)) continue;
    const there = places.get(each.row.placeId);
    if (there) there.push(each);
    else places.set(each.row.placeId, [each]);
  }
  const overlaps = new Map<number, number>();
  for (const there of places.values()) {
    const starts = there.map(({ start }) => start);
    const ends = there.map(({ end }) => end).sort((one, other) => one - other);
    for (const { row, start, end } of there) {
      // Those that started before its end, minus those that ended by its start, minus itself.
      const others = countBelow(starts, end) - countBelow(ends, start + 1) - 1;
      if (others > 0) overlaps.set(row.id, others);
    }
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
