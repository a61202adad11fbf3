import { expect, test } from "vitest";
import { mayWrite } from "./rules.ts";

test.each([
  ["owner", "own", true],
  ["owner", "clinic", true],
  ["staff", "own", true],
  ["staff", "clinic", false],
] as const)("the %s may write a quick text of the kind %s: %s", (role, whose, may) => {
  expect(mayWrite({ role }, { whose })).toBe(may);
});
