import { expect, it } from "vitest";
import type { ImportState } from "./contract.ts";
import { isAtWork, isBeforeImport, mayChangeRows, mayRun, mayTakeBack, takeBackUntil } from "./rules.ts";

it.each<[ImportState, string[]]>([
  ["mapping", ["isBeforeImport"]],
  ["checking", ["isAtWork", "isBeforeImport"]],
  ["checked", ["isBeforeImport", "mayChangeRows", "mayRun"]],
  ["running", ["isAtWork"]],
  ["done", ["mayTakeBack"]],
  ["taking-back", ["isAtWork"]],
  ["taken-back", []],
])("%s: %j", (state, allowed) => {
  const rules = { isAtWork, isBeforeImport, mayChangeRows, mayRun, mayTakeBack };
  const found = Object.entries(rules).flatMap(([name, rule]) => (rule({ state }) ? [name] : []));
  expect(found).toEqual(allowed);
});

it("an import can be undone for 30 days", () => {
  expect(takeBackUntil("2026-11-20T02:42:00Z").toISOString()).toBe("2026-12-20T02:42:00.000Z");
});
