import { expect, it } from "vitest";
import { mayWithdraw, stateWhenSaved, wasNeverReleased } from "./signed-papers.ts";

it.each([
  ["the doctor", true, "prepared", false, true],
  ["the doctor", true, "final", false, true],
  ["the doctor", true, "withdrawn", true, false],
  ["who prepared it", false, "prepared", true, true],
  ["who prepared it", false, "final", true, false],
  ["who prepared it", false, "withdrawn", true, false],
  ["anybody else", false, "prepared", false, false],
  ["anybody else", false, "final", false, false],
] as const)("%s (named: %s), %s, own: %s: may withdraw it: %s", (_, isNamed, state, isOwn, isAllowed) => {
  expect(mayWithdraw({ state, isNamed, isOwn })).toBe(isAllowed);
});

it("is the doctor's at once only if the doctor writes it", () => {
  expect([stateWhenSaved(true), stateWhenSaved(false)]).toEqual(["final", "prepared"]);
});

it.each([
  ["prepared", null, true],
  ["final", "2026-11-20T02:00:00Z", false],
  ["withdrawn", null, true],
  ["withdrawn", "2026-11-20T02:00:00Z", false],
] as const)("%s, released at %s: was never the doctor's: %s", (state, releasedAt, isTrue) => {
  expect(wasNeverReleased(state, releasedAt)).toBe(isTrue);
});
