import { describe, expect, test } from "vitest";
import { dueInWords, dueLabel, dueTone, shortNameOf } from "./task-words.ts";

const today = "2026-11-20";

describe("due date of a task", () => {
  test.each([
    [null, "No due date", "quiet"],
    ["2026-11-20T02:00:00Z", "Due today", "warn"],
    ["2026-11-21T02:00:00Z", "Due tomorrow", "quiet"],
    ["2026-11-22T02:00:00Z", "Due in 2 days", "quiet"],
    ["2027-11-20T02:00:00Z", "Due in 365 days", "quiet"],
    ["2026-11-19T02:00:00Z", "Overdue by 1 day", "bad"],
    ["2026-11-18T02:00:00Z", "Overdue by 2 days", "bad"],
  ])("%s is %s", (dueDate, label, tone) => {
    expect(dueLabel(dueDate, today)).toBe(label);
    expect(dueTone(dueDate, today)).toBe(tone);
  });

  test.each([
    ["the last minute of the day", "2026-11-20T15:59:59Z", "Due today"],
    ["midnight", "2026-11-20T16:00:00Z", "Due tomorrow"],
    ["the first minute of the day", "2026-11-19T16:00:00Z", "Due today"],
    ["the minute before", "2026-11-19T15:59:59Z", "Overdue by 1 day"],
  ])("goes by the day in Manila: %s", (_, dueDate, label) => {
    expect(dueLabel(dueDate, today)).toBe(label);
  });
});

test("a day without a time is shown alone", () => {
  expect(dueInWords("2026-11-20T06:30:00Z")).toBe("Nov 20, 2026, 2:30 PM");
  expect(dueInWords("2026-11-20T15:59:00Z")).toBe("Nov 20, 2026");
});

test("a short name, also of a single word", () => {
  expect(shortNameOf({ id: 1, firstName: "Marites", lastName: "Bañez" })).toBe("Marites B.");
  expect(shortNameOf({ id: 1, firstName: "", lastName: "Bañez" })).toBe("Bañez");
});
