import { expect, test } from "vitest";
import { hardestColours, shortColours, unreadable } from "./brand-contrast.ts";

test("every three-digit color stays readable on every environment", () => {
  expect(shortColours).toHaveLength(4096);
  expect(unreadable()).toEqual([]);
  expect(new Set(hardestColours()).size).toBe(9);
});
