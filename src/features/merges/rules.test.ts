import { expect, it } from "vitest";
import { mayUndo, undoUntil } from "./rules.ts";

const mergedAt = new Date("2026-11-20T02:00:00.000Z");

it.each([
  ["2026-11-20T02:00:00.000Z", true],
  ["2026-12-20T02:00:00.000Z", true],
  ["2026-12-20T02:00:00.001Z", false],
])("a merge can be undone for 30 days: at %s %s", (now, isAllowed) => {
  expect(undoUntil(mergedAt)).toBe("2026-12-20T02:00:00.000Z");
  expect(mayUndo(mergedAt, new Date(now))).toBe(isAllowed);
});
