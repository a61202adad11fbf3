import { expect, it } from "vitest";
import { mayRelease, mayWithdraw, stateWhenSaved, wasNeverReleased } from "./signed-papers.ts";

it.each([
  ["the doctor", true, "prepared", false, { release: true, withdraw: true }],
  ["the doctor", true, "final", false, { release: false, withdraw: true }],
  ["the doctor", true, "withdrawn", true, { release: false, withdraw: false }],
  ["who prepared it", false, "prepared", true, { release: false, withdraw: true }],
  ["who prepared it", false, "final", true, { release: false, withdraw: false }],
  ["who prepared it", false, "withdrawn", true, { release: false, withdraw: false }],
  ["anybody else", false, "prepared", false, { release: false, withdraw: false }],
  ["anybody else", false, "final", false, { release: false, withdraw: false }],
] as const)("%s (named: %s), %s: may", (_, isNamed, state, isOwn, may) => {
  expect({
    release: mayRelease({ state, isNamed }),
    withdraw: mayWithdraw({ state, isNamed, isOwn }),
  }).toEqual(may);
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
