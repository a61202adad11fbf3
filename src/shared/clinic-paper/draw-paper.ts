import { drawClinicHead } from "#shared/clinic-head.ts";
import { Failure } from "#shared/errors.ts";
import { type Block, paginate, type Row } from "#shared/paginate.ts";
import { MM, type PaperSize, SIZE_IN_POINTS } from "#shared/paper-size.ts";
import {
  drawLine,
  drawLineRight,
  lineWidth,
  type Pen,
  type Run,
  type TextStyle,
  wrap,
} from "#shared/set-text.ts";
import { NOT_GIVEN, type PaperSheet, SHEET_LABELS } from "./sheet.ts";

const BLACK = "#000000";
const LABEL = "#444444";

const style = (size: number, leading: number, color = BLACK): TextStyle => ({ size, leading, color });

/** From loose to tight: the first that fits on one page is used. */
type Density = {
  top: number;
  bottom: number;
  title: TextStyle;
  body: TextStyle;
  gap: number;
  signing: number;
};
const DENSITIES: readonly Density[] = [
  { top: 11 * MM, bottom: 8 * MM, title: style(14, 19), body: style(10.5, 15.5), gap: 9, signing: 30 },
  { top: 8 * MM, bottom: 6 * MM, title: style(12.5, 16), body: style(9.4, 12.75), gap: 6, signing: 24 },
];

const CLINIC_NAME = style(13.5, 18);
const CLINIC_LINE = style(8.25, 11.25);
const SMALL_LABEL = style(7.9, 12.75, LABEL);
const DETAIL = style(9.4, 12.75);
const SIGNED = style(9.4, 12.75);
const SIGNED_LINE = style(8.25, 11.25);
const PAGE_LINE = style(7.2, 9, LABEL);

const LABEL_WIDTH = 43.5;
/** Lines of an address in the head of each page; a longer one is printed once, below. */
const HEAD_LINES = 6;
const SIGNATURE_WIDTH = 66 * MM;
const QR_SIZE = 19 * MM;
const BOX = 8;
/** Points between the patient and the signature. */
const MIN_SPACE = 60;
const NO_SPACE = "The names and addresses don't fit on this paper. Shorten them or choose a larger size.";
/** A box with a tick, on a square of 20. */
const TICKED = "M1 1 H19 V19 H1 Z M5 10.5 L8.6 14.5 L15.5 6";

const regular = (text: string): Run => ({ text, font: "regular" });
const medium = (text: string): Run => ({ text, font: "medium" });
const semibold = (text: string): Run => ({ text, font: "semibold" });

/** The address for checking a paper, in the QR code and printed below it with the code unbroken. */
export type Proof = { url: string; printed: readonly string[] };

/** From Klinika's address and the paper's code. */
export const proofAt = (base: string, code: string): Proof => ({
  url: `${base}/verify/${code}`,
  printed: [`${base.replace(/^https?:\/\/(?:www\.)?/, "")}/verify/`, code],
});

type Page = {
  pen: Pen;
  sheet: PaperSheet;
  proof: Proof | null;
  drawQr: ((pen: Pen, text: string, at: { x: number; y: number; size: number }) => void) | null;
  density: Density;
  width: number;
  height: number;
  side: number;
};

const right = ({ width, side }: Page) => width - side;
const inner = ({ width, side }: Page) => width - 2 * side;

function lines(
  page: Page,
  runs: Run[],
  x: number,
  y: number,
  width: number,
  its: TextStyle,
  isDrawn: boolean,
) {
  let below = y;
  for (const line of wrap(page.pen, runs, its.size, width)) {
    if (isDrawn) drawLine(page.pen, line, x, below, its);
    below += its.leading;
  }
  return below;
}

/** Clinic, patient, day and number, the same on every page. @returns the y below them */
function topOfPage(page: Page, isDrawn: boolean): number {
  const { pen, sheet, density, side } = page;
  const head = [
    [[semibold(sheet.clinic.name)], CLINIC_NAME],
    [[regular(sheet.clinic.address)], CLINIC_LINE],
    [[regular(sheet.clinic.phone)], CLINIC_LINE],
  ] as const;
  const below = drawClinicHead(pen, head, { x: side, y: density.top, right: right(page) }, isDrawn) + 7;
  if (isDrawn) pen.rule(side, below, right(page), { weight: 1.1, color: BLACK });
  const patient = patientBlock(page, below + 5, isDrawn);
  if (isDrawn) pen.rule(side, patient, right(page), { weight: 0.75, color: BLACK });
  return patient + density.gap;
}

/** Whether the address is too long for the head of each page. */
const isLong = (page: Page): boolean =>
  wrap(page.pen, [medium(page.sheet.patient.address)], DETAIL.size, inner(page) - LABEL_WIDTH - 110).length >
  HEAD_LINES;

function patientBlock(page: Page, top: number, isDrawn: boolean): number {
  const { pen, sheet, side } = page;
  const facts = [
    [SHEET_LABELS.ageAndSex, sheet.patient.ageAndSex],
    [SHEET_LABELS.date, sheet.date],
    [SHEET_LABELS.number, sheet.number ?? "given when it is saved"],
  ] as const;
  const factWidth = Math.max(
    ...facts.map(
      ([label, value]) =>
        lineWidth(pen, [regular(label)], SMALL_LABEL.size) + 6 + lineWidth(pen, [medium(value)], DETAIL.size),
    ),
  );
  const factX = right(page) - factWidth;
  const textX = side + LABEL_WIDTH;
  let y = top;
  for (const [label, value] of [
    [SHEET_LABELS.patient, sheet.patient.name],
    [SHEET_LABELS.address, isLong(page) ? "See below" : sheet.patient.address],
  ] as const) {
    if (isDrawn) drawLine(pen, [regular(label)], side, y, SMALL_LABEL);
    const runs = [value === NOT_GIVEN ? regular(value) : medium(value)];
    y = lines(page, runs, textX, y, factX - 13.5 - textX, DETAIL, isDrawn) + 2.25;
  }
  let factY = top;
  for (const [label, value] of facts) {
    if (isDrawn) {
      drawLine(pen, [regular(label)], factX, factY, SMALL_LABEL);
      const x = factX + lineWidth(pen, [regular(label)], SMALL_LABEL.size) + 6;
      drawLine(pen, [value.includes(NOT_GIVEN) ? regular(value) : medium(value)], x, factY, DETAIL);
    }
    factY += DETAIL.leading + 2.25;
  }
  return Math.max(y, factY) + 2.75;
}

/** Proof at the left, signature at the right, the same on every page. @returns the y where they begin */
function footOfPage(page: Page, number: number, count: number, isDrawn: boolean): number {
  const { pen, sheet, proof, density, height, side } = page;
  const x = Math.max(right(page) - SIGNATURE_WIDTH, side + inner(page) * 0.46);
  const width = right(page) - x;
  const pageLine = height - density.bottom - PAGE_LINE.leading;
  const bottom = pageLine - 10;
  const doctor = sheet.doctor ?? { name: "Signed by the doctor who releases it", lines: [] };
  const name = [sheet.doctor ? semibold(doctor.name) : regular(doctor.name)];
  let measured = lines(page, name, x, 0, width, SIGNED, false);
  for (const line of doctor.lines)
    measured = lines(page, [regular(line)], x, measured, width, SIGNED_LINE, false);
  const signature = bottom - measured - 4;
  const left = x - side - 10;
  const proofLines = proof
    ? ["Check this paper at", ...proof.printed]
    : ["A code to check it is given when it is saved."];
  const proofHeight = proofLines.reduce(
    (sum, line) => lines(page, [regular(line)], 0, sum, left, PAGE_LINE, false),
    0,
  );
  const qr = bottom - proofHeight - QR_SIZE - 4;
  if (isDrawn) {
    pen.rule(x, signature, right(page), { weight: 0.75, color: BLACK });
    let y = lines(page, name, x, signature + 4, width, SIGNED, true);
    for (const line of doctor.lines) y = lines(page, [regular(line)], x, y, width, SIGNED_LINE, true);
    if (proof && page.drawQr) page.drawQr(pen, proof.url, { x: side, y: qr, size: QR_SIZE });
    else
      for (const edge of [qr, qr + QR_SIZE])
        pen.rule(side, edge, side + QR_SIZE, { weight: 0.6, color: "#bbbbbb", isDashed: true });
    let proofY = bottom - proofHeight;
    for (const line of proofLines) proofY = lines(page, [regular(line)], side, proofY, left, PAGE_LINE, true);
    pen.rule(side, pageLine - 4, right(page), { weight: 0.6, color: "#bbbbbb" });
    const [reference = []] = wrap(
      pen,
      [regular([sheet.title, sheet.number && `No. ${sheet.number}`].filter(Boolean).join(" · "))],
      PAGE_LINE.size,
      inner(page) - 70,
    );
    drawLine(pen, reference, side, pageLine, PAGE_LINE);
    drawLineRight(pen, [regular(`Page ${number} of ${count}`)], right(page), pageLine, PAGE_LINE);
  }
  return Math.min(signature - density.signing, qr - 8);
}

function textRows(page: Page, runs: Run[], its: TextStyle, x = page.side, width = right(page) - x): Row[] {
  return wrap(page.pen, runs, its.size, width).map((line) => ({
    height: its.leading,
    draw: (y) => drawLine(page.pen, line, x, y, its),
  }));
}

function blocksOf(page: Page): Block[] {
  const { pen, sheet, density, side } = page;
  const { title, body, gap } = density;
  const middle = page.width / 2;
  const notes = isLong(page)
    ? [...sheet.notes, { label: SHEET_LABELS.address, text: sheet.patient.address }]
    : sheet.notes;
  const titleRows = wrap(pen, [semibold(sheet.title)], title.size, inner(page)).map((line) => ({
    height: title.leading,
    draw: (y: number) => drawLine(pen, line, middle - lineWidth(pen, line, title.size) / 2, y, title),
  }));
  return [
    { gap: 0, rows: titleRows },
    ...sheet.paragraphs.map((paragraph) => ({
      gap,
      rows: textRows(page, [regular(paragraph)], body),
    })),
    ...sheet.groups.map((group) => groupBlock(page, group)),
    ...notes.map(({ label, text }) => ({
      gap,
      rows: besideLabel(page, label, textRows(page, [regular(text)], body, side + 92)),
    })),
  ];
}

const besideLabel = (page: Page, label: string, rows: Row[]): Row[] =>
  rows.map((row, index) => ({
    ...row,
    draw: (y) => {
      if (index === 0)
        drawLine(page.pen, [regular(label)], page.side, y, { ...SMALL_LABEL, leading: row.height });
      row.draw(y);
    },
  }));

/** The ticked tests of a heading, in two columns. */
function groupBlock(page: Page, { label, items }: PaperSheet["groups"][number]): Block {
  const { pen, density, side } = page;
  const { body, gap } = density;
  const width = (inner(page) - 14) / 2;
  const textX = BOX + 6;
  const cells = items.map((item) => wrap(pen, [regular(item)], body.size, width - textX));
  const rows: Row[] = textRows(page, [medium(label)], { ...SMALL_LABEL, color: LABEL });
  for (let index = 0; index < cells.length; index += 2) {
    const pair = cells.slice(index, index + 2);
    const most = Math.max(...pair.map((cell) => cell.length));
    for (let line = 0; line < most; line += 1)
      rows.push({
        height: body.leading,
        draw: (y) => {
          for (const [column, cell] of pair.entries()) {
            const x = side + column * (width + 14);
            if (line === 0) pen.path(TICKED, x, y + (body.leading - BOX) / 2, BOX);
            const its = cell[line];
            if (its) drawLine(pen, its, x + textX, y, body);
          }
        },
      });
  }
  return { gap, rows };
}

/**
 * Draws the sheet on as many pages as needed. Paper and screen both use it, so the preview equals the print, except
 * for the code, which a paper gets when it is saved.
 */
export function drawPaper(
  sheet: PaperSheet,
  {
    paper,
    pen,
    proof = null,
    drawQr = null,
  }: { paper: PaperSize; pen: Pen } & Partial<Pick<Page, "proof" | "drawQr">>,
): void {
  const [width, height] = SIZE_IN_POINTS[paper];
  const side = (width > 420 ? 20 : 11) * MM;
  const attempts = DENSITIES.map((density) => {
    const page: Page = { pen, sheet, proof, drawQr, density, width, height, side };
    const [top, bottom] = [topOfPage(page, false), footOfPage(page, 1, 1, false)];
    if (bottom - top < MIN_SPACE) throw new Failure("unusable", NO_SPACE);
    return { page, pages: paginate(blocksOf(page), top, bottom) };
  });
  const chosen = attempts.find(({ pages }) => pages.length === 1) ?? attempts.at(-1);
  if (!chosen) throw new Error("No density was tried");
  const { page, pages } = chosen;
  for (const [index, placed] of pages.entries()) {
    pen.turnPage();
    topOfPage(page, true);
    for (const { row, y } of placed) row.draw(y);
    footOfPage(page, index + 1, pages.length, true);
  }
}
