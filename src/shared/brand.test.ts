import { expect, test } from "vitest";
import { brandTokens, FALLBACK_BRAND } from "./brand.ts";

test("a color that is dark enough is not changed", () => {
  expect(brandTokens("#2B4D8C")).toEqual({
    surface: "#2b4d8c",
    on: "#ffffff",
    text: "#2b4d8c",
    ring: "#2b4d8c",
  });
});

test("a pale color keeps its hue when it is darkened for text", () => {
  const { text, on } = brandTokens("#ffd700");
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  expect(on).toBe("#000000");
  expect(r > g && g > b).toBe(true);
});

test("text that is no color becomes the specification's fallback, hsl(213, 51%, 35%)", () => {
  for (const hex of ["", "blue", "#12", "#12345", "#gggggg", "url(x)"]) {
    expect(brandTokens(hex).surface).toBe(FALLBACK_BRAND);
  }
});

test("colors without # and in capitals are accepted", () => {
  expect(brandTokens("8C2B4D").surface).toBe("#8c2b4d");
  expect(brandTokens("#F00").surface).toBe("#ff0000");
});
