import type { Block } from "#shared/paginate.ts";
import { MM, type PaperSize } from "#shared/paper-size.ts";
import {
  BLACK,
  drawLine,
  drawLineRight,
  lineWidth,
  medium,
  type Pen,
  regular,
  semibold,
  type TextStyle,
  textStyle,
  wrap,
} from "#shared/set-text.ts";
import {
  DETAIL,
  drawClinic,
  drawFact,
  drawLines,
  drawPageLine,
  drawPages,
  drawSignature,
  factsX,
  inner,
  LABEL_WIDTH,
  layOut,
  type PageFrame,
  pageFrame,
  pageLineY,
  right,
  SIGNATURE_WIDTH,
  SMALL_LABEL,
  textRows,
  valueRuns,
} from "#shared/sheet-page.ts";
import { DENSE_FROM_LINES, SHEET_LABELS, type Sheet, type SheetLine } from "./sheet.ts";

type Density = {
  top: number;
  bottom: number;
  body: TextStyle;
  medicine: TextStyle;
  medicineGap: number;
  symbolAbove: number;
  symbolSize: number;
  additionalGap: number;
  signing: number;
};

/** From loose to tight. */
const DENSITIES: readonly [Density, Density, Density] = [
  {
    top: 11 * MM,
    bottom: 8 * MM,
    body: textStyle(9.4, 12.75),
    medicine: textStyle(10.5, 14.25),
    medicineGap: 8.25,
    symbolAbove: 9,
    symbolSize: 21,
    additionalGap: 10.5,
    signing: 28,
  },
  {
    top: 8 * MM,
    bottom: 6 * MM,
    body: textStyle(9, 12),
    medicine: textStyle(9.75, 12.75),
    medicineGap: 4.5,
    symbolAbove: 6,
    symbolSize: 18,
    additionalGap: 7.5,
    signing: 24,
  },
  {
    top: 7 * MM,
    bottom: 5 * MM,
    body: textStyle(8.5, 10.75),
    medicine: textStyle(9, 11.25),
    medicineGap: 3,
    symbolAbove: 4,
    symbolSize: 15,
    additionalGap: 6,
    signing: 20,
  },
];

const INSTRUCTIONS = "#333333";
const NEXT_VISIT = textStyle(8.6, 12.75);
const NUMBER_WIDTH = 16.5;
const HEAD_LINES = 8;

type Page = PageFrame & {
  sheet: Sheet;
  density: Density;
  /** "Pharmacy's copy", for a sheet that prints more than once. */
  copy?: string | undefined;
};

/** Too long for the head of each page, so it is printed once, below the medicines. */
const isLong = (page: Page, text: string): boolean =>
  wrap(page.pen, medium(text), DETAIL.size, inner(page) - LABEL_WIDTH).length > HEAD_LINES;

/** Patient and address on the left, age and date on the right, diagnosis below them when it prints. */
function patientBlock(page: Page, top: number, isDrawn: boolean): number {
  const { pen, sheet, side } = page;
  const facts = [
    [SHEET_LABELS.ageAndSex, sheet.patient.ageAndSex],
    [SHEET_LABELS.date, sheet.date],
  ] as const;
  const factX = factsX(page, facts);
  const x = side + LABEL_WIDTH;
  const rows = [
    [SHEET_LABELS.patient, sheet.patient.name],
    [SHEET_LABELS.address, isLong(page, sheet.patient.address) ? "See below" : sheet.patient.address],
  ] as const;
  let y = top + 5;
  for (const [index, [label, value]] of rows.entries()) {
    if (isDrawn) drawLine(pen, regular(label), side, y, SMALL_LABEL);
    const below = drawLines(page, valueRuns(value), { x, y, width: factX - 13.5 - x }, DETAIL, isDrawn);
    if (isDrawn) drawFact(page, facts[index] ?? facts[0], factX, y);
    y = Math.max(below, y + DETAIL.leading) + 2.25;
  }
  if (sheet.diagnosis && !isLong(page, sheet.diagnosis)) {
    if (isDrawn) drawLine(pen, regular(SHEET_LABELS.diagnosis), side, y, SMALL_LABEL);
    y = drawLines(page, medium(sheet.diagnosis), { x, y, width: right(page) - x }, DETAIL, isDrawn) + 2.25;
  }
  return y + 2.75;
}

/** The ℞ sign as a path, since few fonts have one that prints well. */
const SYMBOL = "M1 13 V1 H7.4 A4 4 0 0 1 7.4 9 H1 M6.4 9 L18.6 20 M18.6 10.6 L8.6 20";

/** Clinic, patient and ℞ sign, the same on every page. @returns the y where medicines begin */
function topOfPage(page: Page, isDrawn: boolean): number {
  const { pen, sheet, density, side } = page;
  const clinicBelow = drawClinic(page, sheet.clinic, density.top, isDrawn);
  const patientBelow = patientBlock(page, clinicBelow, isDrawn);
  if (isDrawn) {
    pen.rule(side, patientBelow, right(page), { weight: 0.75, color: BLACK });
    pen.path(SYMBOL, side, patientBelow + density.symbolAbove, density.symbolSize);
  }
  return patientBelow + density.symbolAbove + density.symbolSize + 8;
}

/** Signature, doctor and page number, the same on every page. @returns the y where they begin */
function footOfPage(page: Page, number: number, count: number, isDrawn: boolean): number {
  const { pen, sheet, density, side, copy } = page;
  const { name, lines } = sheet.physician;
  const x = Math.max(right(page) - SIGNATURE_WIDTH, side + inner(page) * 0.4);
  const pageLine = pageLineY(page, density.bottom);
  const bottom = pageLine - 12;
  const signature = drawSignature(page, semibold(name), lines, { x, bottom, room: density.signing }, isDrawn);
  if (isDrawn) {
    if (sheet.nextVisit && number === count) {
      drawLine(pen, regular(SHEET_LABELS.nextVisit), side, bottom - 25, SMALL_LABEL);
      drawLine(pen, regular(sheet.nextVisit), side, bottom - 12, NEXT_VISIT);
    }
    drawPageLine(page, copy ? `${sheet.reference} · ${copy}` : sheet.reference, {
      number,
      count,
      y: pageLine,
    });
  }
  return signature - density.signing;
}

function medicineBlock(page: Page, medicine: SheetLine): Block {
  const { pen, density, side } = page;
  const { medicine: nameStyle, body } = density;
  const quantity = wrap(pen, semibold(medicine.quantity), nameStyle.size, inner(page) * 0.32);
  const quantityWidth = Math.max(...quantity.map((line) => lineWidth(pen, line, nameStyle.size)));
  const x = side + NUMBER_WIDTH;
  const width = right(page) - x - quantityWidth - 9;
  const name = [...semibold(medicine.generic), ...regular(medicine.brand ?? "")];
  const names = wrap(pen, name, nameStyle.size, width);
  const named = Array.from({ length: Math.max(names.length, quantity.length) }, (_, index) => ({
    height: nameStyle.leading,
    draw: (y: number) => {
      if (index === 0)
        drawLine(pen, regular(`${medicine.number}.`), side, y, { ...body, leading: nameStyle.leading });
      drawLine(pen, names[index] ?? [], x, y, nameStyle);
      drawLineRight(pen, quantity[index] ?? [], right(page), y, nameStyle);
    },
  }));
  const below = [
    [regular(medicine.sig), body],
    [semibold(medicine.refill ?? ""), body],
    [regular(medicine.instructions ?? ""), { ...body, color: INSTRUCTIONS }],
  ] as const;
  return {
    gap: density.medicineGap,
    rows: [...named, ...below.flatMap(([runs, style]) => textRows(pen, runs, style, { x, width }))],
  };
}

function additionalBlock(page: Page, label: string, text: string): Block {
  const { pen, density, side } = page;
  return {
    gap: density.additionalGap,
    rows: [
      {
        height: 5,
        draw: (y) => pen.rule(side, y, right(page), { weight: 0.6, color: "#777777", isDashed: true }),
      },
      {
        height: 11.5,
        draw: (y) => drawLine(pen, medium(label), side, y, { ...SMALL_LABEL, leading: 11.5 }),
      },
      ...textRows(pen, regular(text), density.body, { x: side, width: inner(page) }),
    ],
  };
}

function blocksOf(page: Page): Block[] {
  const { sheet } = page;
  const below = [
    [SHEET_LABELS.address, isLong(page, sheet.patient.address) && sheet.patient.address],
    [SHEET_LABELS.diagnosis, sheet.diagnosis && isLong(page, sheet.diagnosis) && sheet.diagnosis],
    [SHEET_LABELS.additionalInstructions, sheet.additionalInstructions],
  ] as const;
  return [
    ...sheet.lines.map((medicine) => medicineBlock(page, medicine)),
    ...below.flatMap(([label, text]) => (text ? [additionalBlock(page, label, text)] : [])),
  ];
}

const parts = { top: topOfPage, foot: footOfPage, blocks: blocksOf, leastSpace: 40 };

/**
 * Draws the sheet on as many pages as needed. Paper and screen both use it, so the preview equals the print. The caller
 * checks `sheet.problems`.
 */
export function drawSheet(sheet: Sheet, paper: PaperSize, pen: Pen): void {
  const [roomy, dense, tight] = DENSITIES;
  const tried = sheet.lines.length < DENSE_FROM_LINES ? [roomy, dense, tight] : [dense, tight];
  const pages = tried.map((density): Page => ({ ...pageFrame(pen, paper), sheet, density }));
  // If two pages are needed anyway, readability matters more than saving paper.
  const whenLonger = pages.find(({ density }) => density === dense);
  const { page, placed } = layOut(pages, whenLonger, parts);
  for (const copy of sheet.copies.length > 0 ? sheet.copies : [undefined])
    drawPages({ ...page, copy }, placed, parts);
}
