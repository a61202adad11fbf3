import { expect, it } from "vitest";
import { mayWithdraw, stateWhenSaved, wasNeverReleased } from "./signed-papers.ts";

it.each([
  ["owner", "prepared", false, true],
  ["owner", "final", false, true],
  ["owner", "withdrawn", true, false],
  ["secretary", "prepared", true, true],
  ["secretary", "prepared", false, false],
  ["secretary", "final", true, false],
  ["staff", "withdrawn", true, false],
] as const)("%s, %s, own: %s: may withdraw it: %s", (role, state, isOwn, isAllowed) => {
  expect(mayWithdraw(role, { state, isOwn })).toBe(isAllowed);
});

it("is the doctor's at once only if the doctor writes it", () => {
  expect([stateWhenSaved("owner"), stateWhenSaved("secretary")]).toEqual(["final", "prepared"]);
});

it.each([
  ["prepared", null, true],
  ["final", "2026-11-20T02:00:00Z", false],
  ["withdrawn", null, true],
  ["withdrawn", "2026-11-20T02:00:00Z", false],
] as const)("%s, released at %s: was never the doctor's: %s", (state, releasedAt, isTrue) => {
  expect(wasNeverReleased(state, releasedAt)).toBe(isTrue);
});
