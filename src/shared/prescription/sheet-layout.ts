import { drawClinicHead } from "#shared/clinic-head.ts";
import type { Block, Row } from "#shared/paginate.ts";
import { MM } from "#shared/paper-size.ts";
import { NOT_GIVEN, SHEET_LABELS, type Sheet, type SheetLine } from "#shared/prescription/sheet.ts";
import {
  drawLine,
  drawLineRight,
  lineWidth,
  type Pen,
  type Run,
  type TextStyle,
  wrap,
} from "#shared/set-text.ts";

export type Density = {
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

const BLACK = "#000000";
const SOFT = "#333333";
const LABEL = "#444444";

/** From loose to tight: the first that fits on one page is used. */
export const DENSITIES: readonly [Density, Density, Density] = [
  {
    top: 11 * MM,
    bottom: 8 * MM,
    body: { size: 9.4, leading: 12.75, color: BLACK },
    medicine: { size: 10.5, leading: 14.25, color: BLACK },
    medicineGap: 8.25,
    symbolAbove: 9,
    symbolSize: 21,
    additionalGap: 10.5,
    signing: 28,
  },
  {
    top: 8 * MM,
    bottom: 6 * MM,
    body: { size: 9, leading: 12, color: BLACK },
    medicine: { size: 9.75, leading: 12.75, color: BLACK },
    medicineGap: 4.5,
    symbolAbove: 6,
    symbolSize: 18,
    additionalGap: 7.5,
    signing: 24,
  },
  {
    top: 7 * MM,
    bottom: 5 * MM,
    body: { size: 8.5, leading: 10.75, color: BLACK },
    medicine: { size: 9, leading: 11.25, color: BLACK },
    medicineGap: 3,
    symbolAbove: 4,
    symbolSize: 15,
    additionalGap: 6,
    signing: 20,
  },
];

const CLINIC_NAME: TextStyle = { size: 13.5, leading: 18, color: BLACK };
const CLINIC_LINE: TextStyle = { size: 8.25, leading: 11.25, color: BLACK };
const SMALL_LABEL: TextStyle = { size: 7.9, leading: 12.75, color: LABEL };
const DETAIL: TextStyle = { size: 9.4, leading: 12.75, color: BLACK };
const SIGNED: TextStyle = { size: 9.4, leading: 12.75, color: BLACK };
const SIGNED_LINE: TextStyle = { size: 8.25, leading: 11.25, color: BLACK };
const PAGE_LINE: TextStyle = { size: 7.2, leading: 9, color: LABEL };

const LABEL_WIDTH = 43.5;
const SIGNATURE_WIDTH = 66 * MM;
const NUMBER_WIDTH = 16.5;
const HEAD_LINES = 8;

const regular = (text: string): Run => ({ text, font: "regular" });
const medium = (text: string): Run => ({ text, font: "medium" });
const semibold = (text: string): Run => ({ text, font: "semibold" });

/** The page a sheet is drawn on: its measures, its pen, its content. */
export type Page = {
  pen: Pen;
  sheet: Sheet;
  density: Density;
  width: number;
  height: number;
  side: number;
  /** "Pharmacy's copy", for a sheet that prints more than once. */
  copy?: string | undefined;
};

const inner = ({ width, side }: Page) => width - 2 * side;
const right = ({ width, side }: Page) => width - side;

function rule({ pen, side }: Page, y: number, to: number, weight: number, color = BLACK, from = side): void {
  pen.rule(from, y, to, { weight, color });
}

/** Draws wrapped lines. Only measures if `isDrawn` is false. @returns the y below them */
function lines(
  page: Page,
  runs: Run[],
  x: number,
  y: number,
  width: number,
  style: TextStyle,
  isDrawn: boolean,
): number {
  let below = y;
  for (const line of wrap(page.pen, runs, style.size, width)) {
    if (isDrawn) drawLine(page.pen, line, x, below, style);
    below += style.leading;
  }
  return below;
}

function clinicHeader(page: Page, isDrawn: boolean): number {
  const { pen, sheet, density, side } = page;
  const { name, address, phone } = sheet.clinic;
  const head = [
    [[semibold(name)], CLINIC_NAME],
    [[regular(address)], CLINIC_LINE],
    [[regular(phone)], CLINIC_LINE],
  ] as const;
  return drawClinicHead(pen, head, { x: side, y: density.top, right: right(page) }, isDrawn) + 7;
}

/** Too long for the head of each page, so it is printed once, below the medicines. */
const isLong = (page: Page, text: string): boolean =>
  wrap(page.pen, [medium(text)], DETAIL.size, inner(page) - LABEL_WIDTH).length > HEAD_LINES;

/** A missing value is printed less prominently. */
const valueRuns = (value: string) => [value.includes(NOT_GIVEN) ? regular(value) : medium(value)];

/** Patient and address on the left, age and date on the right, diagnosis below them when it prints. */
function patientBlock(page: Page, top: number, isDrawn: boolean): number {
  const { pen, sheet, side } = page;
  const facts = [
    [SHEET_LABELS.ageAndSex, sheet.patient.ageAndSex],
    [SHEET_LABELS.date, sheet.date],
  ] as const;
  const factWidth = Math.max(
    ...facts.map(
      ([label, value]) =>
        lineWidth(pen, [regular(label)], SMALL_LABEL.size) + 6 + lineWidth(pen, [medium(value)], DETAIL.size),
    ),
  );
  const factX = right(page) - factWidth;
  const textX = side + LABEL_WIDTH;
  const rows = [
    [SHEET_LABELS.patient, sheet.patient.name],
    [SHEET_LABELS.address, isLong(page, sheet.patient.address) ? "See below" : sheet.patient.address],
  ] as const;
  let y = top + 5;
  for (const [index, [label, value]] of rows.entries()) {
    const [factLabel, factValue] = facts[index] ?? facts[0];
    if (isDrawn) drawLine(pen, [regular(label)], side, y, SMALL_LABEL);
    const below = lines(page, valueRuns(value), textX, y, factX - 13.5 - textX, DETAIL, isDrawn);
    if (isDrawn) {
      drawLine(pen, [regular(factLabel)], factX, y, SMALL_LABEL);
      const factLabelWidth = lineWidth(pen, [regular(factLabel)], SMALL_LABEL.size);
      drawLine(pen, valueRuns(factValue), factX + factLabelWidth + 6, y, DETAIL);
    }
    y = Math.max(below, y + DETAIL.leading) + 2.25;
  }
  if (sheet.diagnosis && !isLong(page, sheet.diagnosis)) {
    if (isDrawn) drawLine(pen, [regular(SHEET_LABELS.diagnosis)], side, y, SMALL_LABEL);
    y = lines(page, [medium(sheet.diagnosis)], textX, y, right(page) - textX, DETAIL, isDrawn) + 2.25;
  }
  return y + 2.75;
}

/** The ℞ sign as a path, since few fonts have one that prints well. */
const SYMBOL = "M1 13 V1 H7.4 A4 4 0 0 1 7.4 9 H1 M6.4 9 L18.6 20 M18.6 10.6 L8.6 20";

/** Clinic, patient and ℞ sign, the same on every page. @returns the y where medicines begin */
export function topOfPage(page: Page, isDrawn: boolean): number {
  const { density } = page;
  const clinicBelow = clinicHeader(page, isDrawn);
  if (isDrawn) rule(page, clinicBelow, right(page), 1.1);
  const patientBelow = patientBlock(page, clinicBelow, isDrawn);
  if (isDrawn) {
    rule(page, patientBelow, right(page), 0.75);
    page.pen.path(SYMBOL, page.side, patientBelow + density.symbolAbove, density.symbolSize);
  }
  return patientBelow + density.symbolAbove + density.symbolSize + 8;
}

/** Signature, doctor and page number, the same on every page. @returns the y where they begin */
export function footOfPage(page: Page, number: number, count: number, isDrawn: boolean): number {
  const { pen, sheet, density, height, side } = page;
  const x = Math.max(right(page) - SIGNATURE_WIDTH, side + inner(page) * 0.4);
  const width = right(page) - x;
  const pageLine = height - density.bottom - PAGE_LINE.leading;
  let measured = lines(page, [semibold(sheet.physician.name)], x, 0, width, SIGNED, false);
  for (const line of sheet.physician.lines)
    measured = lines(page, [regular(line)], x, measured, width, SIGNED_LINE, false);
  const bottom = pageLine - 4 - 8;
  const signature = bottom - measured - 4;
  if (isDrawn) {
    rule(page, signature, right(page), 0.75, BLACK, x);
    let y = lines(page, [semibold(sheet.physician.name)], x, signature + 4, width, SIGNED, true);
    for (const line of sheet.physician.lines)
      y = lines(page, [regular(line)], x, y, width, SIGNED_LINE, true);
    if (sheet.nextVisit && number === count) {
      drawLine(pen, [regular(SHEET_LABELS.nextVisit)], side, bottom - 25, SMALL_LABEL);
      drawLine(pen, [regular(sheet.nextVisit)], side, bottom - 12, {
        size: 8.6,
        leading: 12.75,
        color: BLACK,
      });
    }
    rule(page, pageLine - 4, right(page), 0.6, "#bbbbbb");
    const reference = page.copy ? `${sheet.reference} · ${page.copy}` : sheet.reference;
    drawLine(pen, [regular(reference)], side, pageLine, PAGE_LINE);
    drawLineRight(pen, [regular(`Page ${number} of ${count}`)], right(page), pageLine, PAGE_LINE);
  }
  return signature - density.signing;
}

/** A line of content of known height. */
function medicineBlock(page: Page, medicine: SheetLine): Block {
  const { pen, density, side } = page;
  const { medicine: nameStyle, body } = density;
  const quantity = wrap(pen, [semibold(medicine.quantity)], nameStyle.size, inner(page) * 0.32);
  const quantityWidth = Math.max(...quantity.map((line) => lineWidth(pen, line, nameStyle.size)));
  const x = side + NUMBER_WIDTH;
  const nameRuns = medicine.brand
    ? [semibold(medicine.generic), regular(medicine.brand)]
    : [semibold(medicine.generic)];
  const width = right(page) - x - quantityWidth - 9;
  const names = wrap(pen, nameRuns, nameStyle.size, width);
  const rows: Row[] = [];
  for (let index = 0; index < Math.max(names.length, quantity.length); index += 1) {
    rows.push({
      height: nameStyle.leading,
      draw: (y) => {
        if (index === 0) {
          drawLine(pen, [regular(`${medicine.number}.`)], side, y, { ...body, leading: nameStyle.leading });
        }
        drawLine(pen, names[index] ?? [], x, y, nameStyle);
        drawLineRight(pen, quantity[index] ?? [], right(page), y, nameStyle);
      },
    });
  }
  const below = [
    [regular(medicine.sig), body],
    [semibold(medicine.refill ?? ""), body],
    [regular(medicine.instructions ?? ""), { ...body, color: SOFT }],
  ] as const;
  for (const [run, style] of below) {
    for (const line of wrap(pen, [run], style.size, width)) {
      rows.push({ height: style.leading, draw: (y) => drawLine(pen, line, x, y, style) });
    }
  }
  return { gap: density.medicineGap, rows };
}

function additionalBlock(page: Page, label: string, text: string): Block {
  const { pen, density, side } = page;
  const rows: Row[] = [
    {
      height: 5,
      draw: (y) => {
        pen.rule(side, y, right(page), { weight: 0.6, color: "#777777", isDashed: true });
      },
    },
    {
      height: 11.5,
      draw: (y) =>
        drawLine(pen, [medium(label)], side, y, {
          ...SMALL_LABEL,
          leading: 11.5,
        }),
    },
  ];
  for (const line of wrap(pen, [regular(text)], density.body.size, inner(page))) {
    rows.push({ height: density.body.leading, draw: (y) => drawLine(pen, line, side, y, density.body) });
  }
  return { gap: density.additionalGap, rows };
}

export function blocksOf(page: Page): Block[] {
  const { sheet } = page;
  const blocks = sheet.lines.map((medicine) => medicineBlock(page, medicine));
  if (isLong(page, sheet.patient.address))
    blocks.push(additionalBlock(page, SHEET_LABELS.address, sheet.patient.address));
  if (sheet.diagnosis && isLong(page, sheet.diagnosis))
    blocks.push(additionalBlock(page, SHEET_LABELS.diagnosis, sheet.diagnosis));
  if (sheet.additionalInstructions)
    blocks.push(additionalBlock(page, SHEET_LABELS.additionalInstructions, sheet.additionalInstructions));
  return blocks;
}
