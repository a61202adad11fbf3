/**
 * A clinic's color as four tokens. For any hex color, text on it and text in it reach a contrast of 4.5:1, and the ring
 * reaches 3:1 on the darkest light background (`--paper-sunk`), hence on every lighter one.
 */

export const DEFAULT_BRAND = "#2b4d8c";
/** The specification's hsl(213, 51%, 35%), where a stored color cannot be read. */
export const FALLBACK_BRAND = "#2c5587";
/** `--paper-sunk` of styles/tokens.css. */
export const DARKEST_GROUND = "#f1eee8";

interface BrandTokens {
  surface: string;
  on: "#ffffff" | "#000000";
  text: string;
  ring: string;
}

type Triple = readonly [number, number, number];

/** Red, green, blue from 0 to 1, or undefined if the text is no hex color. */
function readHex(hex: string): Triple | undefined {
  const match = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex.trim());
  const digits = match?.[1];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const at = (index: number) => Number.parseInt(full.slice(index, index + 2), 16) / 255;
  return [at(0), at(2), at(4)];
}

/** "2b4d8c" and "#24c" in their stored form, "#2B4D8C" and "#2244CC"; undefined if the text is no hex color. */
export function wholeHex(text: string): string | undefined {
  const rgb = readHex(text);
  return rgb && toHex(rgb).toUpperCase();
}

const toHex = (rgb: Triple) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const gamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** WCAG relative luminance. */
function luminance(rgb: Triple): number {
  return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
}

/** WCAG contrast of two hex colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(readHex(one) ?? [0, 0, 0]), luminance(readHex(other) ?? [0, 0, 0])];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// OKLab after Björn Ottosson (https://bottosson.github.io/posts/oklab/).
function toOklab(rgb: Triple): Triple {
  const [r, g, b] = [linear(rgb[0]), linear(rgb[1]), linear(rgb[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Darkens the color in OKLCH, keeping its hue, until it has the contrast on the darkest background. */
function darkenTo(hex: string, wanted: number): string {
  const rgb = readHex(hex);
  if (!rgb || contrast(hex, DARKEST_GROUND) >= wanted) return hex;
  const [lightness, a, b] = toOklab(rgb);
  // Chroma decreases with lightness, so that the color stays in the sRGB gamut.
  const at = (l: number) => toHex(fromOklab([l, (a * l) / lightness, (b * l) / lightness]));
  let [low, high] = [0, lightness];
  for (let step = 0; step < 16; step++) {
    const middle = (low + high) / 2;
    if (contrast(at(middle), DARKEST_GROUND) >= wanted) low = middle;
    else high = middle;
  }
  return at(low);
}

/** The four tokens of a hex color ("#2B4D8C", "2b4d8c", "#24c"); of the fallback otherwise. */
export function brandTokens(hex: string): BrandTokens {
  const rgb = readHex(hex);
  const surface = rgb ? toHex(rgb) : FALLBACK_BRAND;
  return {
    surface,
    on: contrast(surface, "#ffffff") >= 4.5 ? "#ffffff" : "#000000",
    text: darkenTo(surface, 4.5),
    ring: darkenTo(surface, 3),
  };
}
