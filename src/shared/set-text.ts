import { onPaper } from "#shared/formats/printable.ts";

/** The weights of Inter on a page. */
export type Font = "regular" | "medium" | "semibold";
/** One piece of a line in one weight. */
export type Run = { text: string; font: Font };
export type TextStyle = { size: number; leading: number; color: string };

export const BLACK = "#000000";
/** Labels and small print. */
export const SOFT = "#444444";

export const textStyle = (size: number, leading: number, color = BLACK): TextStyle => ({
  size,
  leading,
  color,
});

export const regular = (text: string): Run[] => [{ text, font: "regular" }];
export const medium = (text: string): Run[] => [{ text, font: "medium" }];
export const semibold = (text: string): Run[] => [{ text, font: "semibold" }];

/** Draws a page, as a PDF or as the preview on the screen. Lengths are points, y grows downwards. */
export type Pen = {
  widthOf(text: string, font: Font, size: number): number;
  turnPage(): void;
  text(run: Run, x: number, baseline: number, style: TextStyle): void;
  rule(x: number, y: number, to: number, look: { weight: number; color: string; isDashed?: boolean }): void;
  /** An SVG path on a square of 20, stroked in black by default, its corner at x, y and `size` wide. */
  path(shape: string, x: number, y: number, size: number, look?: { weight: number; color: string }): void;
  /** The clinic's logo, fitted into a square; undefined when there is none. */
  logo?: ((x: number, y: number, size: number) => void) | undefined;
  /** The signer's signature, fitted into a rectangle at its lower left; undefined where the paper is signed by hand. */
  signature?: ((x: number, y: number, size: { width: number; height: number }) => void) | undefined;
};

/** Half the height of Inter's capitals, to center text within its line height. */
const HALF_CAPITAL = 0.3635;

export const lineWidth = (pen: Pen, line: readonly Run[], size: number): number =>
  line.reduce((width, { text, font }) => width + pen.widthOf(onPaper(text), font, size), 0);

/**
 * UTF-16 units per line, and per letter with its marks. Ordinary text is far below (a line has some 250 of the
 * narrowest letters), but characters without a width could put a whole text on one line.
 */
const MAX_LINE_UNITS = 500;
const MAX_LETTER_UNITS = 50;

const LETTERS_MEASURED = 500;

/** Units that are segmented into letters together. */
const WINDOW = 200;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Where each letter of a word ends. A letter is a grapheme: a flag, a family, an e with its accent. */
function letterEnds(word: string): number[] {
  const ends: number[] = [];
  // Most long words are links and codes in ASCII, which need no segmentation.
  if (/^[\x20-\x7e]*$/.test(word)) {
    for (let end = 1; end <= word.length; end += 1) ends.push(end);
    return ends;
  }
  // The segmenter scans back to the start of its text, which takes minutes in a megabyte of marks.
  for (let from = 0; from < word.length; ) {
    const window = word.slice(from, from + WINDOW);
    let taken = 0;
    for (const { segment, index } of segmenter.segment(window)) {
      // The last one may continue after the window.
      if (index > 0 && index + segment.length === window.length && from + WINDOW < word.length) break;
      for (let left = segment; left !== ""; ) {
        const cut = letterCut(left);
        taken += cut;
        ends.push(from + taken);
        left = left.slice(cut);
      }
    }
    from += taken;
  }
  return ends;
}

function letterCut(letter: string): number {
  if (letter.length <= MAX_LETTER_UNITS) return letter.length;
  // Not between the halves of a surrogate pair.
  return (letter.codePointAt(MAX_LETTER_UNITS - 1) ?? 0) > 0xffff ? MAX_LETTER_UNITS - 1 : MAX_LETTER_UNITS;
}

/**
 * Splits a word into pieces that fit the width, with at least one letter each. A break is estimated from the letters'
 * widths and then measured, so that each piece is measured only a few times, whatever its length.
 */
function breakWord(word: string, width: number, widthOf: (text: string) => number): string[] {
  const ends = letterEnds(word);
  const endOf = (count: number) => ends[count - 1] ?? 0;
  const known = new Map<string, number>();
  let sum = 0;
  /** Of thousands of letters only some are measured; the others count as average. */
  const letterWidth = (index: number) => {
    const letter = word.slice(endOf(index), endOf(index + 1));
    let its = known.get(letter);
    if (its !== undefined) return its;
    if (known.size >= LETTERS_MEASURED) return sum / known.size;
    its = widthOf(letter);
    sum += its;
    known.set(letter, its);
    return its;
  };
  const pieces: string[] = [];
  let from = 0;
  while (from < ends.length) {
    const start = endOf(from);
    let most = from + 1;
    while (most < ends.length && endOf(most + 1) - start <= MAX_LINE_UNITS) most += 1;
    let guess = from;
    for (let guessed = 0; guess < most; guess += 1) {
      guessed += letterWidth(guess);
      if (guessed > width) break;
    }
    const to = lastThatFits({ least: from + 1, guess, most, width }, (count) =>
      widthOf(word.slice(start, endOf(count))),
    );
    pieces.push(word.slice(start, endOf(to)));
    from = to;
  }
  return pieces;
}

/** The greatest count that fits, searched from an estimate; `least` if none does. */
function lastThatFits(
  { least, guess, most, width }: { least: number; guess: number; most: number; width: number },
  widthOf: (count: number) => number,
): number {
  let low = least;
  let high = most + 1;
  let tried = Math.min(Math.max(guess, least), most);
  // Each width improves the estimate; if that does not converge, the range is halved.
  for (let turn = 1; low + 1 < high; turn += 1) {
    const its = widthOf(tried);
    if (its <= width) low = tried;
    else high = tried;
    const each = its / Math.max(1, tried - least + 1);
    const off = each > 0 ? Math.trunc((width - its) / each) : 0;
    const near = turn > 4 ? Math.floor((low + high) / 2) : low === tried ? low + 1 + off : high - 1 + off;
    tried = Math.min(Math.max(near, low + 1), high - 1);
  }
  return low;
}

/**
 * Breaks runs into lines of a width, at spaces and line ends, and within words that are longer than a line. Lines
 * keep their runs. Empty runs produce no line. Takes linear time.
 */
export function wrap(pen: Pen, runs: readonly Run[], size: number, width: number): Run[][] {
  const lines: Run[][] = [];
  let line: Run[] = [];
  let used = 0;
  let length = 0;
  const close = () => {
    if (line.length > 0) lines.push(line);
    line = [];
    used = 0;
    length = 0;
  };
  const add = (run: Run, runWidth: number) => {
    const last = line.at(-1);
    if (last?.font === run.font) last.text += run.text;
    else line.push({ ...run });
    used += runWidth;
    length += run.text.length;
  };
  for (const [index, run] of runs.entries()) {
    const widthOf = (text: string) => pen.widthOf(text, run.font, size);
    for (const [paragraph, text] of onPaper(run.text).split("\n").entries()) {
      if (paragraph > 0) close();
      for (const [position, word] of text.split(" ").filter(Boolean).entries()) {
        const isSpaced = line.length > 0 && (position > 0 || index > 0 || paragraph > 0);
        const spaced = isSpaced ? ` ${word}` : word;
        if (length + spaced.length <= MAX_LINE_UNITS) {
          const spacedWidth = widthOf(spaced);
          if (used + spacedWidth <= width) {
            add({ ...run, text: spaced }, spacedWidth);
            continue;
          }
        }
        close();
        const isWhole = word.length <= MAX_LINE_UNITS && widthOf(word) <= width;
        for (const piece of isWhole ? [word] : breakWord(word, width, widthOf)) {
          close();
          add({ ...run, text: piece }, widthOf(piece));
        }
      }
    }
  }
  close();
  return lines;
}

/** Draws one line in the band of its leading that begins at `y`. */
export function drawLine(pen: Pen, line: readonly Run[], x: number, y: number, style: TextStyle): void {
  const baseline = y + style.leading / 2 + style.size * HALF_CAPITAL;
  let left = x;
  for (const { text: typed, font } of line) {
    const text = onPaper(typed);
    pen.text({ text, font }, left, baseline, style);
    left += pen.widthOf(text, font, style.size);
  }
}

/** The same, ending at `right`. */
export const drawLineRight = (
  pen: Pen,
  line: readonly Run[],
  right: number,
  y: number,
  style: TextStyle,
): void => drawLine(pen, line, right - lineWidth(pen, line, style.size), y, style);
