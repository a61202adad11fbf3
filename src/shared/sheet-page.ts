import { drawClinicHead } from "#shared/clinic-head.ts";
import { Failure } from "#shared/errors.ts";
import { type Block, type PlacedRow, paginate, type Row } from "#shared/paginate.ts";
import { MM, type PaperSize, SIZE_IN_POINTS } from "#shared/paper-size.ts";
import {
  BLACK,
  drawLine,
  drawLineRight,
  lineWidth,
  medium,
  type Pen,
  type Run,
  regular,
  SOFT,
  semibold,
  type TextStyle,
  textStyle,
  wrap,
} from "#shared/set-text.ts";
import { NOT_GIVEN, type SheetHead, type Signature } from "#shared/sheet-content.ts";

/** What the pages of prescriptions, certificates and requests have in common. Lengths are in points. */
export type PageFrame = { pen: Pen; width: number; height: number; side: number };

export function pageFrame(pen: Pen, paper: PaperSize): PageFrame {
  const [width, height] = SIZE_IN_POINTS[paper];
  return { pen, width, height, side: (width > 420 ? 20 : 11) * MM };
}

const CLINIC_NAME = textStyle(13.5, 18);
const SMALL = textStyle(8.25, 11.25);
export const SMALL_LABEL = textStyle(7.9, 12.75, SOFT);
export const DETAIL = textStyle(9.4, 12.75);
export const PAGE_LINE = textStyle(7.2, 9, SOFT);

export const LABEL_WIDTH = 43.5;
export const SIGNATURE_WIDTH = 66 * MM;
export const FAINT = "#bbbbbb";
const PAGE_NUMBER_WIDTH = 70;
/** Between a fact's label and its value. */
const FACT_GAP = 6;

export const inner = ({ width, side }: PageFrame): number => width - 2 * side;
export const right = ({ width, side }: PageFrame): number => width - side;

/** Draws wrapped lines. Only measures if `isDrawn` is false. @returns the y below them */
export function drawLines(
  { pen }: PageFrame,
  runs: readonly Run[],
  { x, y, width }: { x: number; y: number; width: number },
  style: TextStyle,
  isDrawn: boolean,
): number {
  let below = y;
  for (const line of wrap(pen, runs, style.size, width)) {
    if (isDrawn) drawLine(pen, line, x, below, style);
    below += style.leading;
  }
  return below;
}

/** The clinic and a line below it. @returns the y of the line */
export function drawClinic(
  page: PageFrame,
  { name, address, phone }: SheetHead["clinic"],
  top: number,
  isDrawn: boolean,
): number {
  const head = [
    [semibold(name), CLINIC_NAME],
    [regular(address), SMALL],
    [regular(phone), SMALL],
  ] as const;
  const below = drawClinicHead(page.pen, head, { x: page.side, y: top, right: right(page) }, isDrawn) + 7;
  if (isDrawn) page.pen.rule(page.side, below, right(page), { weight: 1.1, color: BLACK });
  return below;
}

/** A missing value is printed less prominently. */
export const valueRuns = (value: string): Run[] =>
  value.includes(NOT_GIVEN) ? regular(value) : medium(value);

/** Where the facts at the right of the patient begin, each a label and a value. */
export const factsX = (
  page: PageFrame,
  facts: readonly (readonly [label: string, value: string])[],
): number =>
  right(page) -
  Math.max(
    ...facts.map(
      ([label, value]) =>
        lineWidth(page.pen, regular(label), SMALL_LABEL.size) +
        FACT_GAP +
        lineWidth(page.pen, medium(value), DETAIL.size),
    ),
  );

export function drawFact(
  { pen }: PageFrame,
  [label, value]: readonly [string, string],
  x: number,
  y: number,
): void {
  drawLine(pen, regular(label), x, y, SMALL_LABEL);
  drawLine(pen, valueRuns(value), x + lineWidth(pen, regular(label), SMALL_LABEL.size) + FACT_GAP, y, DETAIL);
}

/**
 * Name and details over the bottom, below a line to sign on, with the signature if the paper bears one. `room`: points over
 * that line. @returns the y of the line
 */
export function drawSignature(
  page: PageFrame,
  name: readonly Run[],
  lines: Signature["lines"],
  { x, bottom, room }: { x: number; bottom: number; room: number },
  isDrawn: boolean,
): number {
  const width = right(page) - x;
  const draw = (top: number, isShown: boolean) =>
    lines.reduce(
      (y, line) => drawLines(page, regular(line), { x, y, width }, SMALL, isShown),
      drawLines(page, name, { x, y: top, width }, DETAIL, isShown),
    );
  const signed = bottom - draw(0, false) - 4;
  if (isDrawn) {
    drawHand(page.pen, x, signed, { width, room });
    page.pen.rule(x, signed, right(page), { weight: 0.75, color: BLACK });
    draw(signed + 4, true);
  }
  return signed;
}

/** A signature reaches over the line it stands on, as by hand. */
const BELOW_LINE = 3;

export const drawHand = (
  pen: Pen,
  x: number,
  line: number,
  { width, room }: { width: number; room: number },
): void => pen.signature?.(x + 4, line + BELOW_LINE - room, { width: width - 8, height: room });

/** The y of the line at the foot of each page. */
export const pageLineY = ({ height }: PageFrame, margin: number): number =>
  height - margin - PAGE_LINE.leading;

/** What the paper is, as far as it fits, and the page's number. */
export function drawPageLine(
  page: PageFrame,
  reference: string,
  { number, count, y }: { number: number; count: number; y: number },
): void {
  const { pen, side } = page;
  pen.rule(side, y - 4, right(page), { weight: 0.6, color: FAINT });
  const [line = []] = wrap(pen, regular(reference), PAGE_LINE.size, inner(page) - PAGE_NUMBER_WIDTH);
  drawLine(pen, line, side, y, PAGE_LINE);
  drawLineRight(pen, regular(`Page ${number} of ${count}`), right(page), y, PAGE_LINE);
}

/** A text in rows of a block. */
export const textRows = (
  pen: Pen,
  runs: readonly Run[],
  style: TextStyle,
  { x, width }: { x: number; width: number },
): Row[] =>
  wrap(pen, runs, style.size, width).map((line) => ({
    height: style.leading,
    draw: (y) => drawLine(pen, line, x, y, style),
  }));

/** With a label at the left of the first row. */
export const besideLabel = (
  pen: Pen,
  label: string,
  rows: readonly Row[],
  { x, style }: { x: number; style: TextStyle },
): Row[] =>
  rows.map((row, index) => ({
    ...row,
    draw: (y) => {
      if (index === 0) drawLine(pen, regular(label), x, y, { ...style, leading: row.height });
      row.draw(y);
    },
  }));

const NO_SPACE = "The names and addresses don't fit on this paper. Shorten them or choose a larger size.";

/** How pages are drawn; all of it only measures if `isDrawn` is false. */
type Parts<Page> = {
  /** The same on every page. @returns the y where the content begins */
  top: (page: Page, isDrawn: boolean) => number;
  /** @returns the y where the content ends */
  foot: (page: Page, number: number, count: number, isDrawn: boolean) => number;
  blocks: (page: Page) => Block[];
  /** Points for the content, without which each line would take a page of its own and print over the doctor's name. */
  leastSpace: number;
};

/**
 * The content on the first of the pages, from loose to tight, that holds it alone; else on several of `whenLonger`.
 * @throws Failure unusable without space for the content
 */
export function layOut<Page>(
  pages: readonly Page[],
  whenLonger: Page | undefined,
  { top, foot, blocks, leastSpace }: Parts<Page>,
): { page: Page; placed: PlacedRow[][] } {
  const tried = pages.map((page) => {
    const [from, to] = [top(page, false), foot(page, 1, 1, false)];
    if (to - from < leastSpace) throw new Failure("unusable", NO_SPACE);
    return { page, placed: paginate(blocks(page), from, to) };
  });
  const chosen =
    tried.find(({ placed }) => placed.length === 1) ?? tried.find(({ page }) => page === whenLonger);
  if (!chosen) throw new Error("No page was tried");
  return chosen;
}

/** Each page is begun by `pen.turnPage`. */
export function drawPages<Page extends PageFrame>(
  page: Page,
  placed: readonly PlacedRow[][],
  { top, foot }: Parts<Page>,
): void {
  for (const [index, rows] of placed.entries()) {
    page.pen.turnPage();
    top(page, true);
    for (const { row, y } of rows) row.draw(y);
    foot(page, index + 1, placed.length, true);
  }
}
