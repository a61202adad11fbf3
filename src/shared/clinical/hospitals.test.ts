import { expect, test } from "vitest";
import { hospitalChoices, ownHospitalCount } from "#shared/clinical/hospitals.ts";

test.each([
  ["wizard", 10, "St. Luke's Medical Center", "Lung Center of the Philippines"],
  ["single", 12, "Cebu Doctors' University Hospital", "Philippine General Hospital"],
  ["edit", 12, "Cebu Doctors' University Hospital", "Philippine General Hospital"],
] as const)("the %s form shows its own %i first, then the rest of the 21", (form, own, first, last) => {
  const choices = hospitalChoices(form);
  expect(ownHospitalCount(form)).toBe(own);
  expect(choices[0]).toBe(first);
  expect(choices[own - 1]).toBe(last);
  expect(choices).toHaveLength(21);
  expect(new Set(choices).size).toBe(21);
});
