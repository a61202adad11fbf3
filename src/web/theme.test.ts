import { expect, test } from "vitest";
import { brandTokens, contrast, DARKEST_GROUND, DEFAULT_BRAND } from "./theme.ts";

const digits = "0123456789abcdef";
const everyShortHex = [...digits].flatMap((r) =>
  [...digits].flatMap((g) => [...digits].map((b) => `#${r}${g}${b}`)),
);

test("every three-digit colour stays readable on every ground", () => {
  expect(everyShortHex).toHaveLength(4096);
  const failures = everyShortHex.filter((hex) => {
    const { surface, on, text, ring } = brandTokens(hex);
    return (
      contrast(on, surface) < 4.5 ||
      contrast(text, DARKEST_GROUND) < 4.5 ||
      contrast(ring, DARKEST_GROUND) < 3 ||
      contrast(text, "#ffffff") < 4.5 ||
      contrast(wash(surface), text) < 4.5
    );
  });
  expect(failures).toEqual([]);
});

/** `--brand-wash`: six parts of the colour in a hundred, the rest white. */
function wash(hex: string): string {
  const part = (at: number) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * 0.06 + 255 * 0.94);
  return `#${[1, 3, 5].map((at) => part(at).toString(16).padStart(2, "0")).join("")}`;
}

test("a colour that is dark enough is used as the clinic gave it", () => {
  expect(brandTokens("#2B4D8C")).toEqual({
    surface: "#2b4d8c",
    on: "#ffffff",
    text: "#2b4d8c",
    ring: "#2b4d8c",
  });
});

test("a pale colour keeps its hue where it is darkened for text", () => {
  const { text, on } = brandTokens("#ffd700");
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  expect(on).toBe("#000000");
  expect(r > g && g > b).toBe(true);
});

test("what is no colour becomes the default", () => {
  for (const hex of ["", "blue", "#12", "#12345", "#gggggg", "url(x)"]) {
    expect(brandTokens(hex).surface).toBe(DEFAULT_BRAND);
  }
});

test("colours without # and in capitals are understood", () => {
  expect(brandTokens("8C2B4D").surface).toBe("#8c2b4d");
  expect(brandTokens("#F00").surface).toBe("#ff0000");
});
