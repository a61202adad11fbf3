import {
  isDeskEntry,
  type ListedVisit,
  visitsOf,
  type Written,
} from "#features/consultations/listed-visits.ts";
import { isConsultation, isUsable, isVitalsAlone } from "#features/consultations/rules.ts";
import type { VisitOfRecord } from "#features/visits/server/list-visits.ts";
import { hasCome, isOpenVisit } from "#shared/clinical/visit-states.ts";
import { manilaDay } from "#shared/formats/dates.ts";

type Entry = Written & { id: number };
type Queued = Pick<VisitOfRecord, "id" | "day" | "state" | "arrivedAt">;

/** A visit as the record lists it: what was written, or a place in the queue alone. */
export type Listed<Row, Visit> = { day: string; row: Row | null; desk: Row[]; queue: Visit | null };

/** What hangs together with a visit: when it was made, and the visit in the queue that it names. */
export type Dated = { at: string; visitId?: number | null };

/**
 * The one place that says what belongs to which visit. Only bills name theirs, and consultations none: everything else
 * belongs to its Manila day. A day with several visits in the queue is divided by the arrivals, and within a visit each
 * thing goes with the doctor's note that was written last before it, else with the first one.
 */
export function visitsOfDays<Row extends Entry, Visit extends Queued>(
  rows: readonly Row[],
  queued: readonly Visit[],
  today: string,
): {
  /** Newest first. */
  listed: Listed<Row, Visit>[];
  /** Undefined: on that day there was no visit. */
  visitOf: (thing: Dated) => Listed<Row, Visit> | undefined;
} {
  const come = queued.filter(({ state }) => hasCome(state));
  const written = Map.groupBy(visitsOf(rows), ({ visit }) => dayOf(visit.createdAt));
  const days = [...new Set([...written.keys(), ...come.map(({ day }) => day)])].toSorted().toReversed();
  const parts = new Map(
    days.map((day) => {
      const arrivals = come
        .filter((visit) => visit.day === day)
        .toSorted((one, other) => arrivalOf(one) - arrivalOf(other) || one.id - other.id);
      return [day, partsOf(day, written.get(day) ?? [], arrivals, today)] as const;
    }),
  );
  return {
    listed: days.flatMap((day) => (parts.get(day) ?? []).toReversed().flatMap(({ listed }) => listed)),
    visitOf: ({ at, visitId }) => {
      const named = come.find(({ id }) => id === visitId);
      const ofDay = parts.get(named?.day ?? dayOf(at)) ?? [];
      const part = ofDay.find(({ visit }) => named && visit?.id === named.id) ?? partAt(ofDay, at);
      return part && goesWith(part, at);
    },
  };
}

/** One visit in the queue with what was written in its time; a day without one is a single part. */
type Part<Row, Visit> = { visit: Visit | null; from: number; listed: Listed<Row, Visit>[] };

function partsOf<Row extends Entry, Visit extends Queued>(
  day: string,
  written: readonly ListedVisit<Row>[],
  arrivals: readonly Visit[],
  today: string,
): Part<Row, Visit>[] {
  const spans: Part<Row, Visit>[] = (arrivals.length > 0 ? arrivals : [null]).map((visit) => ({
    visit,
    from: visit ? arrivalOf(visit) : 0,
    listed: [],
  }));
  for (const { visit: row, desk } of written)
    partAt(spans, row.createdAt)?.listed.push({ day, row, desk, queue: null });
  return spans.map((part) => (part.visit ? withQueue(part, part.visit, today) : part));
}

/** The visit in the queue stands with what was written in it, or alone. */
function withQueue<Row extends Entry, Visit extends Queued>(
  part: Part<Row, Visit>,
  visit: Visit,
  today: string,
): Part<Row, Visit> {
  const { listed } = part;
  const note = listed.find(isNote);
  const isAwaited = visit.day === today && isOpenVisit(visit.state);
  if (note || (!isAwaited && listed.some(counts))) {
    const main = note ?? listed.find(counts);
    return {
      ...part,
      listed: listed.map((each) => (each === main ? Object.assign(each, { queue: visit }) : each)),
    };
  }
  // Vital signs that wait for the doctor are read with the open visit.
  const awaiting = isAwaited ? listed.filter(({ row }) => row && isDeskEntry(row)) : [];
  const desk = awaiting.flatMap(({ row }) => row ?? []);
  const alone = { day: visit.day, row: null, desk, queue: visit };
  return { ...part, listed: [alone, ...listed.filter((each) => !awaiting.includes(each))] };
}

/** Parts are in the order of their arrivals. */
const partAt = <Row, Visit>(parts: readonly Part<Row, Visit>[], at: string): Part<Row, Visit> | undefined =>
  parts.findLast(({ from }) => from <= Date.parse(at)) ?? parts[0];

/** `listed` is newest first. */
function goesWith<Row extends Entry, Visit>(
  { listed }: Part<Row, Visit>,
  at: string,
): Listed<Row, Visit> | undefined {
  const notes = listed.filter(isNote);
  if (notes.length > 0)
    return notes.find(({ row }) => row && Date.parse(row.createdAt) <= Date.parse(at)) ?? notes.at(-1);
  return listed.find(({ queue }) => queue) ?? listed.find(counts) ?? listed[0];
}

const isNote = ({ row }: Listed<Entry, unknown>): boolean =>
  row !== null && isConsultation(row) && isUsable(row);

/** Not entered in error: a vital-signs entry also when only its signs are marked. */
const counts = ({ row }: Listed<Entry, unknown>): boolean =>
  row !== null && isUsable(row) && !(isVitalsAlone(row) && row.vitalsInError);

const arrivalOf = ({ arrivedAt, day }: Queued): number => Date.parse(arrivedAt ?? `${day}T00:00:00+08:00`);
const dayOf = (at: string): string => manilaDay(new Date(at));
