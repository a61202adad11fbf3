import { expect, test } from "vitest";
import { mayChange, scopeOf } from "./rules.ts";

test("the owner sees all tasks, others their own", () => {
  expect((["owner", "staff", "secretary"] as const).map((role) => scopeOf({ role }))).toEqual([
    "all",
    "own",
    "own",
  ]);
});

test.each([
  ["own", { status: "Done" }, true],
  ["own", { status: "Done", title: undefined }, true],
  ["own", { status: "Done", title: "Call the laboratory" }, false],
  ["own", { dueDate: null }, false],
  ["all", { dueDate: null, title: "Call the laboratory" }, true],
] as const)("of %s tasks, %o: %s", (scope, changes, may) => expect(mayChange(scope, changes)).toBe(may));
