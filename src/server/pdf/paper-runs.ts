import { printable } from "#shared/formats/printable.ts";
import type { Font, Run } from "#shared/set-text.ts";

/** Removes control characters such as tabs, which have no glyph. */
const runOf =
  (font: Font) =>
  (text: string): Run[] => [{ text: printable(text).replace(/[^\S\n]+/g, " "), font }];

/** Typed text, prepared for typesetting. */
export const regular = runOf("regular");
export const medium = runOf("medium");
export const semibold = runOf("semibold");

export const BLACK = "#000000";
/** Labels and small print. */
export const SOFT = "#444444";
