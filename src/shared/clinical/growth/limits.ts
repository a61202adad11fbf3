import type { Flag } from "#shared/clinical/vital-sign-flags.ts";
import type { GrowthIndicator, GrowthPoint } from "./indicators.ts";
import { growthLabels, IMPLAUSIBLE } from "./words.ts";

type Sign = "weight" | "height" | "headCircumference";

const signOf: Record<GrowthIndicator, Sign> = {
  wfa: "weight",
  lhfa: "height",
  hcfa: "headCircumference",
  // Told at the length only where neither weight nor length is impossible by itself.
  bfa: "height",
  wfl: "height",
  wfh: "height",
};

/** A flag for each measurement beyond the WHO's limits: "Weight for age not possible: measure again". */
export function beyondLimits(points: readonly GrowthPoint[]): Partial<Record<Sign, Flag>> {
  const flags: Partial<Record<Sign, Flag>> = {};
  const add = (sign: Sign, indicator: GrowthIndicator) => {
    flags[sign] ??= { level: "red", text: `${growthLabels[indicator]} ${IMPLAUSIBLE}` };
  };
  const beyond = points.filter(({ isPlausible }) => !isPlausible).map(({ indicator }) => indicator);
  for (const indicator of beyond) if (isByAge(indicator)) add(signOf[indicator], indicator);
  if (flags.weight || flags.height) return flags;
  for (const indicator of beyond) add(signOf[indicator], indicator);
  return flags;
}

const isByAge = (indicator: GrowthIndicator) =>
  indicator === "wfa" || indicator === "lhfa" || indicator === "hcfa";
