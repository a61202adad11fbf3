import { composed } from "./composed.ts";
import { CONTROL_CHARACTERS } from "./control-characters.ts";

const PLAIN = /^[\n\t\x20-\x7e]*$/;

/** Zero-width and bidirectional characters, soft hyphens, selectors of variants. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Other forms of a character that mean the same: full width (５ mg), small, one sign for a unit (㎖), ligatures, and the
 * letters and digits of mathematics. Not circled digits or superscripts: "2①" is no 21, and 10² no 102.
 */
const OTHER_FORMS =
  /[\uff01-\uff5e\uffe0-\uffe6\ufe50-\ufe6b\u3371-\u3376\u337a\u3380-\u33df\u33ff\ufb00-\ufb06\u{1d400}-\u{1d7ff}]/gu;
/** Signs without such a form in Unicode. */
const SAME_SIGN: Record<string, string> = {
  "≦": "≤",
  "⩽": "≤",
  "≧": "≥",
  "⩾": "≥",
  "〜": "~",
  "∼": "~",
  "∕": "/",
  "∆": "Δ",
  // The Greek letter as the sign of "micro" that the units of results have.
  \u03bc: "\u00b5",
};
const SIGNS = new RegExp(`[${Object.keys(SAME_SIGN).join("")}]`, "gu");

const ordinary = (sign: string) =>
  /^[\u3371-\u33ff]$/u.test(sign)
    ? sign.normalize("NFKC").replace(/2$/, "²").replace(/3$/, "³")
    : sign.normalize("NFKC");

/**
 * A text as it is stored, shown and printed: composed, without invisible characters, other forms of a character as the
 * ordinary one. What papers cannot print stays, see print-problem.ts.
 */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return composed(
    text
      .replace(LINE_BREAKS, "\n")
      .replace(CONTROL_CHARACTERS, "")
      .replace(INVISIBLE, "")
      .replace(OTHER_FORMS, ordinary)
      .replace(SIGNS, (sign) => SAME_SIGN[sign] ?? sign)
      .replace(/\p{Zs}/gu, " "),
  );
}

/** The same for a paper: what separates words within a line, such as a tab, is one space. */
export const onPaper = (text: string): string => printable(text).replace(/[^\S\n]+/g, " ");
