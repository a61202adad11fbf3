import { expect, it } from "vitest";
import { indicatorsShown, LAST_DAY, STANDING_FROM_DAYS } from "./indicators.ts";

it.each([
  [STANDING_FROM_DAYS - 1, ["wfa", "lhfa", "bfa", "hcfa", "wfl"]],
  [STANDING_FROM_DAYS, ["wfa", "lhfa", "bfa", "hcfa", "wfh"]],
  [LAST_DAY, ["wfa", "lhfa", "bfa", "hcfa", "wfh"]],
  [LAST_DAY + 1, ["wfa", "lhfa", "bfa"]],
])("at %i days the charts are of what is measured at that age", (ageInDays, charts) => {
  expect(indicatorsShown(ageInDays, new Set())).toEqual(charts);
});

it("keeps the charts of what was recorded at an earlier age", () => {
  expect(indicatorsShown(3 * 365, new Set(["wfl"]))).toEqual(["wfa", "lhfa", "bfa", "hcfa", "wfl", "wfh"]);
  expect(indicatorsShown(6 * 365, new Set(["wfa", "hcfa"]))).toEqual(["wfa", "lhfa", "bfa", "hcfa"]);
});
