import { expect, test } from "vitest";
import { aListedPatient } from "#web/testing-records.ts";
import { waitingCount, waitingSince } from "./today-words.ts";

const item = (visitAt: string, patientStatus: "Waiting" | "Seen" | "Follow-up") => ({
  ...aListedPatient({ patientStatus }),
  consultationCreatedAt: null,
  visitAt,
  consultedAt: null as string | null,
});

test("counts the rows that show a waiting time", () => {
  const now = new Date("2026-11-20T02:42:00Z");
  const items = [
    item("2026-11-20T01:00:00Z", "Waiting"),
    item("2026-11-20T02:00:00Z", "Follow-up"),
    item("2026-11-20T06:00:00Z", "Waiting"),
    { ...item("2026-11-20T01:00:00.5Z", "Waiting"), consultedAt: "2026-11-20T01:00:01Z" },
  ];
  expect(items.map((each) => waitingSince(each, now))).toEqual(["Waiting 1h 42m", "Waiting 42m", null, null]);
  expect(waitingCount(items, now)).toBe(2);
});
