import { ADULT_FROM_MONTHS } from "#shared/clinical/age.ts";
import { bmi, type Flag } from "./vital-sign-flags.ts";

/** Beyond these an adult's weight and height are more likely mistyped, or swapped, than true. */
const [LEAST, MOST] = [10, 80];

/**
 * A flag at the height if the body mass index of an adult, or of somebody of unknown age, is below 10 or above 80:
 * "BMI 458.3 can hardly be: are weight and height swapped?"
 */
export function unlikelyBody(
  { weight, height }: { weight: number | null; height: number | null },
  ageInMonths: number | null,
): { height?: Flag } {
  const index = bmi(weight, height);
  if (index === null || (ageInMonths !== null && ageInMonths < ADULT_FROM_MONTHS)) return {};
  if (index >= LEAST && index <= MOST) return {};
  // Few adults weigh more in kilograms than they measure in centimeters.
  const isSwapped = weight !== null && height !== null && weight > height;
  return {
    height: {
      level: "red",
      text: `BMI ${index.toFixed(1)} can hardly be: ${isSwapped ? "are weight and height swapped?" : "check weight and height"}`,
    },
  };
}

/** Beyond these an adult's are more likely mistyped than true. */
const ADULT = { weight: [20, 250], height: [100, 220] } as const;
const units = { weight: "kg", height: "cm" } as const;

/**
 * A flag at an adult's weight or height that was measured without the other: "5.4 kg can hardly be, for an adult: check
 * the weight". Not for a form that is being typed into, where 5 becomes 54.
 */
export function unlikelyAlone(
  measured: { weight: number | null; height: number | null },
  ageInMonths: number | null,
): { weight?: Flag; height?: Flag } {
  if (ageInMonths === null || ageInMonths < ADULT_FROM_MONTHS) return {};
  const [sign, ...others] = (["weight", "height"] as const).filter((one) => measured[one] !== null);
  const value = sign && others.length === 0 ? measured[sign] : null;
  if (!sign || value === null || (value >= ADULT[sign][0] && value <= ADULT[sign][1])) return {};
  const text = `${value} ${units[sign]} can hardly be, for an adult: check the ${sign}`;
  return { [sign]: { level: "red", text } };
}
