import { expect, test } from "vitest";
import type { TodayItem } from "#features/consultations/contract.ts";
import { aListedPatient } from "#web/testing-records.ts";
import { dayFigures } from "./day-figures.ts";
import { usesQueue, waitInWords } from "./day-words.ts";

const item = (visitAt: string, patientStatus: "Waiting" | "Seen" | "Follow-up") => ({
  ...aListedPatient({ patientStatus }),
  consultationCreatedAt: null,
  visitAt,
  consultedAt: null as string | null,
  queue: null as TodayItem["queue"],
});

const now = new Date("2026-11-20T02:42:00Z");

test("with nobody in the queue, all whose time has passed wait and are to be seen", () => {
  const items = [
    item("2026-11-20T01:00:00Z", "Waiting"),
    item("2026-11-20T02:00:00Z", "Follow-up"),
    item("2026-11-20T06:00:00Z", "Waiting"),
    { ...item("2026-11-20T01:00:00.5Z", "Waiting"), consultedAt: "2026-11-20T01:00:01Z" },
  ];
  expect(items.map((each) => waitInWords(each, now, usesQueue(items)))).toEqual([
    "Waiting 1h 42m",
    "Waiting 42m",
    null,
    null,
  ]);
  expect(dayFigures(items, 1, now)).toEqual({
    total: 4,
    waiting: 2,
    words: ["2 to be seen", "1 booked for later"],
    seen: 1,
  });
});

test("with the queue in use, only who is in it waits, as Consults says", () => {
  const queued = (state: NonNullable<TodayItem["queue"]>["state"], since: string | null) => ({
    ...item("2026-11-20T01:00:00Z", "Waiting"),
    queue: { purpose: "consultation" as const, state, since },
  });
  const items = [
    // Early for the appointment, and waiting all the same.
    { ...queued("arrived", "2026-11-20T02:30:00Z"), visitAt: "2026-11-20T06:00:00Z" },
    // Back in the queue after the consultation.
    { ...queued("vitals_taken", "2026-11-20T02:41:30Z"), consultedAt: "2026-11-20T01:30:00Z" },
    queued("with_doctor", "2026-11-20T02:22:00Z"),
    queued("for_payment", "2026-11-20T02:32:00Z"),
    queued("booked", null),
    { ...queued("booked", null), visitAt: "2026-11-20T06:00:00Z" },
    item("2026-11-20T01:00:00Z", "Waiting"),
    item("2026-11-20T02:42:00Z", "Waiting"),
  ];
  expect(items.map((each) => waitInWords(each, now, usesQueue(items)))).toEqual([
    "Waiting 12m",
    "Just arrived",
    "With doctor 20m",
    "For payment 10m",
    "Not in the queue, 1h 42m",
    null,
    "Not in the queue, 1h 42m",
    "Not in the queue",
  ]);
  expect(dayFigures(items, 0, now)).toEqual({
    total: 8,
    waiting: 2,
    words: ["2 waiting", "1 with doctor", "1 for payment", "3 not in the queue", "1 booked for later"],
    seen: 0,
  });
  expect(dayFigures(items.slice(2, 3), 0, now).words).toEqual(["0 waiting", "1 with doctor"]);
});

test("counts each patient of the day once, those who are Done and off the list as well", () => {
  const seenAt = (consultedAt: string, visitAt: string) => ({ ...item(visitAt, "Waiting"), consultedAt });
  const items = [
    // In the queue with a consultation of today: with the doctor, not yet seen.
    {
      ...seenAt("2026-11-20T02:30:00Z", "2026-11-20T02:00:00Z"),
      queue: {
        purpose: "consultation" as const,
        state: "with_doctor" as const,
        since: "2026-11-20T02:30:00Z",
      },
    },
    seenAt("2026-11-20T02:10:00Z", "2026-11-20T02:00:00Z"),
    // Seen before the appointment, which is due by now.
    seenAt("2026-11-20T01:00:00Z", "2026-11-20T02:00:00Z"),
    // Seen in the morning, and booked for the afternoon.
    seenAt("2026-11-20T01:00:00Z", "2026-11-20T06:00:00Z"),
  ];
  // Three of the list, and two who are Done.
  expect(dayFigures(items, 4, now)).toEqual({
    total: 6,
    waiting: 0,
    words: ["0 waiting", "1 with doctor", "1 not in the queue"],
    seen: 4,
  });
  // While the figures load, of the list alone.
  expect(dayFigures(items, null, now)).toMatchObject({ total: 4, seen: 2 });
});
