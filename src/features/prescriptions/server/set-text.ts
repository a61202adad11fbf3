/** One piece of a line in one weight. */
export type Run = { text: string; font: string };
export type TextStyle = { size: number; leading: number; color: string };

/** Half the height of Inter's capitals, by which a line's text stands in the middle of its leading. */
const HALF_CAPITAL = 0.3635;

const widthOf = (doc: PDFKit.PDFDocument, { text, font }: Run, size: number) =>
  doc.font(font).fontSize(size).widthOfString(text);

export const lineWidth = (doc: PDFKit.PDFDocument, line: readonly Run[], size: number): number =>
  line.reduce((width, run) => width + widthOf(doc, run, size), 0);

/** As many letters of a word as the width holds, at least one. */
function fitting(doc: PDFKit.PDFDocument, word: Run, size: number, width: number): number {
  const letters = [...word.text];
  let count = letters.length;
  while (count > 1 && widthOf(doc, { ...word, text: letters.slice(0, count).join("") }, size) > width)
    count -= 1;
  return letters.slice(0, count).join("").length;
}

/**
 * Runs as lines that fit a width, broken at spaces and line ends, and within a word only when it is longer than a
 * line. Each line keeps its runs. Empty runs give no line.
 */
export function wrap(doc: PDFKit.PDFDocument, runs: readonly Run[], size: number, width: number): Run[][] {
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
    for (const [paragraph, text] of run.text.split("\n").entries()) {
      if (paragraph > 0) close();
      for (const [position, word] of text.split(" ").filter(Boolean).entries()) {
        let rest = word;
        const isSpaced = line.length > 0 && (position > 0 || index > 0 || paragraph > 0);
        const spaced = { ...run, text: isSpaced ? ` ${rest}` : rest };
        const spacedWidth = widthOf(doc, spaced, size);
        if (used + spacedWidth <= width) {
          add(spaced, spacedWidth);
          continue;
        }
        close();
        while (widthOf(doc, { ...run, text: rest }, size) > width) {
          const end = fitting(doc, { ...run, text: rest }, size, width);
          if (end === rest.length) break;
          add({ ...run, text: rest.slice(0, end) }, width);
          close();
          rest = rest.slice(end);
        }
        add({ ...run, text: rest }, widthOf(doc, { ...run, text: rest }, size));
      }
    }
  }
  close();
  return lines;
}

/** Draws one line in the band of its leading that begins at `y`. */
export function drawLine(
  doc: PDFKit.PDFDocument,
  line: readonly Run[],
  x: number,
  y: number,
  style: TextStyle,
): void {
  const baseline = y + style.leading / 2 + style.size * HALF_CAPITAL;
  let left = x;
  for (const run of line) {
    doc.font(run.font).fontSize(style.size).fillColor(style.color);
    doc.text(run.text, left, baseline, { lineBreak: false, baseline: "alphabetic" });
    left += widthOf(doc, run, style.size);
  }
}

/** The same, ending at `right`. */
export const drawLineRight = (
  doc: PDFKit.PDFDocument,
  line: readonly Run[],
  right: number,
  y: number,
  style: TextStyle,
): void => drawLine(doc, line, right - lineWidth(doc, line, style.size), y, style);
