import { expect, test } from "vitest";
import { brandTokens, contrast, DARKEST_GROUND } from "#shared/brand.ts";

const digits = [..."0123456789abcdef"];
/** All 4,096 three-digit colors. */
const shortColours = digits.flatMap((r) => digits.flatMap((g) => digits.map((b) => `#${r}${g}${b}`)));

/** Contrast of a clinic's color relative to WCAG AA's minimum, for each use on each background: 1 is just enough. */
function marginsOf(hex: string): Record<string, number> {
  const { surface, on, text, ring } = brandTokens(hex);
  return {
    "text on the color": contrast(on, surface) / 4.5,
    "the color as text": contrast(text, DARKEST_GROUND) / 4.5,
    "the color as text on white": contrast(text, "#ffffff") / 4.5,
    "the color as text on its wash": contrast(wash(surface), text) / 4.5,
    "the ring": contrast(ring, DARKEST_GROUND) / 3,
  };
}

/** `--brand-wash`: 6% of the color, the rest white. */
function wash(hex: string): string {
  const part = (at: number) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * 0.06 + 255 * 0.94);
  return `#${[1, 3, 5].map((at) => part(at).toString(16).padStart(2, "0")).join("")}`;
}

const unreadable = (): string[] =>
  shortColours.flatMap((hex) =>
    Object.entries(marginsOf(hex))
      .filter(([, margin]) => margin < 1)
      .map(([use, margin]) => `${hex}: ${use} reaches ${margin.toFixed(3)} of what it must`),
  );

test("every three-digit color stays readable on every background", () => {
  expect(shortColours).toHaveLength(4096);
  expect(unreadable()).toEqual([]);
});
