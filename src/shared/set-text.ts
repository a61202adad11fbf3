/** The weights of Inter that the page is set in. */
export type Font = "regular" | "medium" | "semibold";
/** One piece of a line in one weight. */
export type Run = { text: string; font: Font };
export type TextStyle = { size: number; leading: number; color: string };

/** What draws a page: PDF, or the preview on the screen. Lengths are points, y grows downwards. */
export type Pen = {
  widthOf(text: string, font: Font, size: number): number;
  turnPage(): void;
  text(run: Run, x: number, baseline: number, style: TextStyle): void;
  rule(x: number, y: number, to: number, look: { weight: number; color: string; isDashed?: boolean }): void;
  /** An SVG path on a square of 20, stroked in black, its corner at x, y and `size` wide. */
  path(shape: string, x: number, y: number, size: number): void;
  /** The clinic's logo, fitted into a square; undefined when there is none. */
  logo?: ((x: number, y: number, size: number) => void) | undefined;
};

/** Half the height of Inter's capitals, by which a line's text stands in the middle of its leading. */
const HALF_CAPITAL = 0.3635;

export const lineWidth = (pen: Pen, line: readonly Run[], size: number): number =>
  line.reduce((width, { text, font }) => width + pen.widthOf(text, font, size), 0);

/** As many letters of a word as the width holds, at least one. */
function fitting(pen: Pen, { text, font }: Run, size: number, width: number): number {
  const letters = [...text];
  let count = letters.length;
  while (count > 1 && pen.widthOf(letters.slice(0, count).join(""), font, size) > width) count -= 1;
  return letters.slice(0, count).join("").length;
}

/**
 * Runs as lines that fit a width, broken at spaces and line ends, and within a word only when it is longer than a
 * line. Each line keeps its runs. Empty runs give no line.
 */
export function wrap(pen: Pen, runs: readonly Run[], size: number, width: number): Run[][] {
  const lines: Run[][] = [];
  let line: Run[] = [];
  let used = 0;
  const close = () => {
    if (line.length > 0) lines.push(line);
    line = [];
    used = 0;
  };
  const add = (run: Run, runWidth: number) => {
    const last = line.at(-1);
    if (last?.font === run.font) last.text += run.text;
    else line.push({ ...run });
    used += runWidth;
  };
  for (const [index, run] of runs.entries()) {
    const widthOf = (text: string) => pen.widthOf(text, run.font, size);
    for (const [paragraph, text] of run.text.split("\n").entries()) {
      if (paragraph > 0) close();
      for (const [position, word] of text.split(" ").filter(Boolean).entries()) {
        let rest = word;
        const isSpaced = line.length > 0 && (position > 0 || index > 0 || paragraph > 0);
        const spaced = { ...run, text: isSpaced ? ` ${rest}` : rest };
        const spacedWidth = widthOf(spaced.text);
        if (used + spacedWidth <= width) {
          add(spaced, spacedWidth);
          continue;
        }
        close();
        while (widthOf(rest) > width) {
          const end = fitting(pen, { ...run, text: rest }, size, width);
          if (end === rest.length) break;
          add({ ...run, text: rest.slice(0, end) }, width);
          close();
          rest = rest.slice(end);
        }
        add({ ...run, text: rest }, widthOf(rest));
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
  for (const run of line) {
    pen.text(run, left, baseline, style);
    left += pen.widthOf(run.text, run.font, style.size);
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
