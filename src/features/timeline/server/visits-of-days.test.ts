import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Written } from "#features/consultations/listed-visits.ts";
import type { VisitOfRecord } from "#features/visits/server/list-visits.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { visitsOfDays } from "./visits-of-days.ts";

type Row = Written & { id: number };
type Queued = Pick<VisitOfRecord, "id" | "day" | "state" | "arrivedAt">;

const today = "2026-11-20";
const manila = (day: string, clock: string) => new Date(`${day}T${clock}:00+08:00`).toISOString();
const note = (id: number, clock: string, day = today): Row => ({
  id,
  createdAt: manila(day, clock),
  consultationType: "General",
  isIntake: false,
  enteredInError: null,
  vitalsInError: null,
  addenda: [],
  vitalSigns: null,
});
const vitals = (id: number, clock: string, day = today): Row => ({
  ...note(id, clock, day),
  consultationType: "Vitals",
  vitalSigns: NO_VITAL_SIGNS,
});
const wrong = (row: Row): Row => ({
  ...row,
  enteredInError: { at: row.createdAt, byName: null, reason: "Twice" },
});
const queued = (id: number, clock: string, state: Queued["state"] = "done", day = today): Queued => ({
  id,
  day,
  state,
  arrivedAt: manila(day, clock),
});

/** "n12 q3 d11": the note 12 with the visit 3 and the vital signs 11. */
const words = ({ row, queue, desk }: { row: Row | null; queue: Queued | null; desk: Row[] }) =>
  [row ? `n${row.id}` : "", queue ? `q${queue.id}` : "", ...desk.map(({ id }) => `d${id}`)]
    .filter(Boolean)
    .join(" ");

describe("a day's visits", () => {
  it.each<[string, { rows: Row[]; visits: Queued[]; listed: string[] }]>([
    ["a note alone", { rows: [note(1, "10:00")], visits: [], listed: ["n1"] }],
    [
      "a note in the queue, with the desk's vital signs",
      { rows: [note(2, "10:00"), vitals(1, "09:00")], visits: [queued(9, "08:50")], listed: ["n2 q9 d1"] },
    ],
    [
      "vital signs that wait for the doctor",
      { rows: [vitals(1, "09:00")], visits: [queued(9, "08:50", "vitals_taken")], listed: ["q9 d1"] },
    ],
    [
      "vital signs of a visit that ended without a note",
      { rows: [vitals(1, "09:00")], visits: [queued(9, "08:50", "left")], listed: ["n1 q9"] },
    ],
    ["a visit without anything", { rows: [], visits: [queued(9, "08:50", "done")], listed: ["q9"] }],
    ["a booking is no visit", { rows: [], visits: [queued(9, "08:50", "booked")], listed: [] }],
    ["nobody came", { rows: [], visits: [queued(9, "08:50", "no_show")], listed: [] }],
    [
      "a note in error is not the visit's",
      { rows: [wrong(note(1, "10:00"))], visits: [queued(9, "08:50")], listed: ["q9", "n1"] },
    ],
    [
      "a second visit of the day that waits, latest first",
      {
        rows: [note(1, "09:30")],
        visits: [queued(8, "09:00"), queued(9, "14:00", "arrived")],
        listed: ["q9", "n1 q8"],
      },
    ],
    [
      "two visits with their notes, whatever order they are read in",
      {
        rows: [note(2, "14:30"), note(1, "09:30")],
        visits: [queued(9, "14:00"), queued(8, "09:00")],
        listed: ["n2 q9", "n1 q8"],
      },
    ],
    [
      "days, latest first",
      {
        rows: [note(2, "09:30"), note(1, "23:59", "2026-11-19")],
        visits: [queued(9, "00:01", "done", "2026-11-18")],
        listed: ["n2", "n1", "q9"],
      },
    ],
  ])("%s", (_, { rows, visits, listed }) => {
    expect(visitsOfDays(rows, visits, today).listed.map(words)).toEqual(listed);
  });
});

describe("what belongs to which visit", () => {
  const rows = [note(4, "15:00"), note(3, "14:30"), note(1, "09:30"), note(7, "10:00", "2026-11-18")];
  const visits = [queued(8, "09:00"), queued(9, "14:00"), queued(5, "08:00", "done", "2026-11-19")];
  const { visitOf } = visitsOfDays(rows, visits, today);
  const belongs = (day: string, clock: string, visitId?: number) => {
    const visit = visitOf({ at: manila(day, clock), ...(visitId && { visitId }) });
    return visit && words(visit);
  };
  it.each<[string, string | undefined, string | undefined]>([
    ["before the first arrival: the first visit", belongs(today, "07:00"), "n1 q8"],
    ["before its note", belongs(today, "09:10"), "n1 q8"],
    ["after its note, before the next arrival", belongs(today, "13:59"), "n1 q8"],
    ["in the second visit, before its notes", belongs(today, "14:05"), "n3"],
    ["between two notes of a visit", belongs(today, "14:45"), "n3"],
    ["after the last note", belongs(today, "23:59"), "n4 q9"],
    ["a bill that names its visit, written later", belongs(today, "23:00", 8), "n1 q8"],
    ["a bill of an earlier day's visit", belongs(today, "10:00", 5), "q5"],
    ["a bill of a visit that is not on the page: its day", belongs(today, "10:00", 77), "n1 q8"],
    ["a day without a visit", belongs("2026-11-17", "10:00"), undefined],
    ["the last minute of a Manila day", belongs("2026-11-18", "23:59"), "n7"],
    ["the first minute of the next", belongs("2026-11-19", "00:00"), "q5"],
  ])("%s", (_, found, expected) => {
    expect(found).toBe(expected);
  });
});

const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
const day = fc.constantFrom("2026-11-18", "2026-11-19", today);
const someRows = fc
  .array(
    fc.tuple(day, clock, fc.constantFrom(note, vitals), fc.boolean()).map(
      ([on, time, kind, isWrong]) =>
        (id: number) =>
          isWrong ? wrong(kind(id, time, on)) : kind(id, time, on),
    ),
    { maxLength: 8 },
  )
  .map((made) =>
    made
      .map((make, index) => make(index + 1))
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)),
  );
const someVisits = fc
  .array(
    fc.tuple(day, clock, fc.constantFrom("done", "arrived", "with_doctor", "left", "booked", "no_show")),
    {
      maxLength: 4,
    },
  )
  .map((made) =>
    made.map(([on, time, state], index) => queued(index + 100, time, state as Queued["state"], on)),
  );

it("lists everything once, and gives each thing of a day with a visit to exactly one of that day", () => {
  fc.assert(
    fc.property(someRows, someVisits, day, clock, (rows, visits, on, time) => {
      const { listed, visitOf } = visitsOfDays(rows, visits, today);
      const shown = listed.flatMap(({ row, desk }) => [...(row ? [row] : []), ...desk]);
      expect(shown.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
      const come = visits.filter(({ state }) => state !== "booked" && state !== "no_show");
      const standing = listed.flatMap(({ queue }) => queue ?? []);
      expect(standing.map(({ id }) => id).toSorted()).toEqual(come.map(({ id }) => id).toSorted());
      expect(listed.map((each) => each.day)).toEqual(
        listed
          .map((each) => each.day)
          .toSorted()
          .toReversed(),
      );
      const found = visitOf({ at: manila(on, time) });
      if (listed.some((each) => each.day === on)) {
        expect(found?.day).toBe(on);
        expect(listed).toContain(found);
      } else expect(found).toBeUndefined();
      for (const visit of come)
        expect(visitOf({ at: manila("2027-01-01", time), visitId: visit.id })?.day).toBe(visit.day);
    }),
  );
});
