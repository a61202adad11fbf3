import { expect, test } from "vitest";
import { mayDeactivate } from "./rules.ts";

test("the last active place stays", () => {
  const [main, annex, closed] = [
    { id: 1, isActive: true },
    { id: 2, isActive: true },
    { id: 3, isActive: false },
  ];
  expect(mayDeactivate(main, [main, annex, closed])).toBe(true);
  expect(mayDeactivate(main, [main, closed])).toBe(false);
});
