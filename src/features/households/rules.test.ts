import { expect, it } from "vitest";
import { mayHaveGuardian } from "./rules.ts";

it.each([
  [{ birthday: "2008-11-21" }, true],
  [{ birthday: "2008-11-20" }, false],
  [{ ageTold: { years: 17, on: "2026-11-20" } }, true],
  [{ ageTold: { years: 18, on: "2026-11-20" } }, false],
  [{ birthday: null, age: null }, true],
])("a patient with %j has a guardian: %s", (patient, isAllowed) => {
  expect(mayHaveGuardian(patient, "2026-11-20")).toBe(isAllowed);
});
