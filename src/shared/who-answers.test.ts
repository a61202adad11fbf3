import { expect, test } from "vitest";
import type { Role } from "./permissions.ts";
import {
  answersFor,
  mayWithdraw,
  type SignedState,
  stateWhenSaved,
  wasNeverReleased,
} from "./who-answers.ts";

test.each<[role: Role, authorId: number | null, answers: boolean]>([
  ["owner", null, true],
  ["owner", 8, true],
  ["staff", 7, true],
  ["staff", 8, false],
  ["secretary", null, false],
])("a user 7 who is %s answers for an entry of %s: %s", (role, authorId, answers) => {
  expect(answersFor({ userId: 7, role }, authorId)).toBe(answers);
});

test.each<[role: Role, state: SignedState, isOwn: boolean, may: boolean]>([
  ["owner", "prepared", false, true],
  ["owner", "final", false, true],
  ["owner", "withdrawn", true, false],
  ["staff", "prepared", true, true],
  ["staff", "prepared", false, false],
  ["staff", "final", true, false],
  ["secretary", "withdrawn", true, false],
])("%s may withdraw a %s paper, own: %s: %s", (role, state, isOwn, may) => {
  expect(mayWithdraw(role, state, isOwn)).toBe(may);
});

test("only the doctor's own is final when it is saved, and only a released one was ever the doctor's", () => {
  expect(["owner", "staff", "secretary"].map((role) => stateWhenSaved(role as Role))).toEqual([
    "final",
    "prepared",
    "prepared",
  ]);
  expect(wasNeverReleased("prepared", null)).toBe(true);
  expect(wasNeverReleased("withdrawn", null)).toBe(true);
  expect(wasNeverReleased("withdrawn", "2026-11-20T02:42:00Z")).toBe(false);
  expect(wasNeverReleased("final", "2026-11-20T02:42:00Z")).toBe(false);
});
