import { composed } from "./composed.ts";
import { CONTROL_CHARACTERS } from "./control-characters.ts";

/**
 * Everything that papers can print: a space and the characters that Inter has in all three weights
 * (server/pdf/fonts). A test compares this list with the fonts.
 */
const PRINTABLE =
  "\\u{20}-\\u{7e}\\u{a1}-\\u{ac}\\u{ae}-\\u{148}\\u{14a}-\\u{1c3}\\u{1c5}-\\u{24f}\\u{300}-\\u{304}\\u{306}-\\u{30a}\\u{30c}\\u{30f}\\u{313}\\u{315}\\u{31b}\\u{323}\\u{326}-\\u{328}\\u{32c}\\u{337}-\\u{338}\\u{342}\\u{346}-\\u{34e}\\u{350}-\\u{36f}\\u{374}-\\u{376}\\u{37a}-\\u{37f}\\u{384}-\\u{38a}\\u{38c}\\u{38e}-\\u{3a1}\\u{3a3}-\\u{3d7}\\u{3dc}-\\u{3dd}\\u{3f0}-\\u{3f6}\\u{3f9}-\\u{3fa}\\u{3fc}-\\u{3ff}\\u{1e00}-\\u{1e9b}\\u{1e9d}-\\u{1eff}\\u{2010}-\\u{2027}\\u{2030}-\\u{2055}\\u{2057}\\u{2070}-\\u{2071}\\u{2074}-\\u{208e}\\u{2090}-\\u{209c}\\u{20a0}-\\u{20af}\\u{20b1}-\\u{20b5}\\u{20b8}-\\u{20ba}\\u{20bc}-\\u{20bf}\\u{2100}-\\u{2101}\\u{2103}\\u{2105}-\\u{2106}\\u{2109}\\u{2113}\\u{2116}-\\u{2117}\\u{211e}-\\u{2122}\\u{212e}\\u{2132}\\u{213b}\\u{214d}\\u{2150}-\\u{217f}\\u{2183}-\\u{2186}\\u{2189}\\u{2190}-\\u{2193}\\u{2202}\\u{2205}\\u{220f}\\u{2211}-\\u{2212}\\u{221a}\\u{221e}\\u{222b}\\u{2236}\\u{2248}\\u{2260}\\u{2264}-\\u{2265}\\u{2295}-\\u{2298}";
const UNPRINTABLE = new RegExp(`[^${PRINTABLE}\\n\\t]`, "gu");
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
 * ordinary one. What papers cannot print stays, see `unprintableIn`.
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

const NAMED_AT_MOST = 5;

/** The different characters of a text that papers cannot print, at most five. */
export function unprintableIn(text: string): string[] {
  if (PLAIN.test(text)) return [];
  const found = new Set<string>();
  for (const [character] of printable(text).matchAll(UNPRINTABLE)) {
    found.add(character);
    if (found.size === NAMED_AT_MOST) break;
  }
  return [...found];
}

/** A mark needs a letter to stand on; a character without a shape is named by its number. */
function shown(character: string): string {
  if (/\p{M}/u.test(character)) return `◌${character}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
    ? character
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** What a text cannot be printed for, as a message for its field; null if it can. */
export function printProblem(text: string): string | null {
  const found = unprintableIn(text);
  if (found.length === 0) return null;
  const advice = found.some((character) => /\p{L}/u.test(character))
    ? "Use Latin letters, as in a passport"
    : "Write it in another way";
  return `This cannot be printed: ${found.map(shown).join(" ")}. ${advice}`;
}
