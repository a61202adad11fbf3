/** A blank to fill in a quick text: `{pain since}`. */
export type Blank = { start: number; end: number; words: string };

const BLANK = /\{([^{}\n]{1,80})\}/g;

/** In their order. */
export const blanksOf = (text: string): Blank[] =>
  [...text.matchAll(BLANK)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    words: (found[1] ?? "").trim(),
  }));

/** The text split into blanks and the text between them. */
export function piecesOf(text: string): { start: number; text: string; isBlank: boolean }[] {
  const pieces: { start: number; text: string; isBlank: boolean }[] = [];
  let at = 0;
  for (const { start, end } of blanksOf(text)) {
    if (start > at) pieces.push({ start: at, text: text.slice(at, start), isBlank: false });
    pieces.push({ start, text: text.slice(start, end), isBlank: true });
    at = end;
  }
  if (at < text.length) pieces.push({ start: at, text: text.slice(at), isBlank: false });
  return pieces;
}

const LONGEST_NAME = 30;
/** At the start of a word, beginning with a letter, since ".5 mg" is a number. */
const TYPED = /(?:^|[\s(])\.([A-Za-z][A-Za-z0-9-]*)$/;

/** The quick text's name being typed before the caret, and the position of its dot, or null. */
export function typedName(text: string, caret: number): { name: string; start: number } | null {
  const name = TYPED.exec(text.slice(Math.max(0, caret - LONGEST_NAME - 2), caret))?.[1];
  return name === undefined ? null : { name, start: caret - name.length - 1 };
}

/** The next blank after a selection, or the previous one before it; null at the ends. */
export function blankFrom(
  text: string,
  { start, end }: { start: number; end: number },
  direction: "next" | "previous",
): Blank | null {
  const blanks = blanksOf(text);
  const found =
    direction === "next"
      ? blanks.find((blank) => blank.start >= end)
      : blanks.findLast((blank) => blank.end <= start);
  return found ?? null;
}
