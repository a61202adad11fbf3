import type { Block } from "#shared/paginate.ts";
import { MM, type PaperSize } from "#shared/paper-size.ts";
import {
  BLACK,
  drawLine,
  lineWidth,
  medium,
  type Pen,
  regular,
  semibold,
  type TextStyle,
  textStyle,
  wrap,
} from "#shared/set-text.ts";
import { HEAD_LABELS } from "#shared/sheet-content.ts";
import {
  besideLabel,
  DETAIL,
  drawClinic,
  drawFact,
  drawLines,
  drawPageLine,
  drawPages,
  drawSignature,
  FAINT,
  factsX,
  inner,
  LABEL_WIDTH,
  layOut,
  PAGE_LINE,
  type PageFrame,
  pageFrame,
  pageLineY,
  right,
  SIGNATURE_WIDTH,
  SMALL_LABEL,
  textRows,
  valueRuns,
} from "#shared/sheet-page.ts";
import type { PaperSheet } from "./sheet.ts";

type Density = {
  top: number;
  bottom: number;
  title: TextStyle;
  body: TextStyle;
  gap: number;
  signing: number;
};
/** From loose to tight. */
const DENSITIES: readonly Density[] = [
  {
    top: 11 * MM,
    bottom: 8 * MM,
    title: textStyle(14, 19),
    body: textStyle(10.5, 15.5),
    gap: 9,
    signing: 30,
  },
  {
    top: 8 * MM,
    bottom: 6 * MM,
    title: textStyle(12.5, 16),
    body: textStyle(9.4, 12.75),
    gap: 6,
    signing: 24,
  },
];

/** Lines of an address in the head of each page; a longer one is printed once, below. */
const HEAD_LINES = 6;
const QR_SIZE = 19 * MM;
const BOX = 8;
/** A box with a tick, on a square of 20. */
const TICKED = "M1 1 H19 V19 H1 Z M5 10.5 L8.6 14.5 L15.5 6";

/** The address for checking a paper, in the QR code and printed below it with the code unbroken. */
export type Proof = { url: string; printed: readonly string[] };

/** From Klinika's address and the paper's code. */
export const proofAt = (base: string, code: string): Proof => ({
  url: `${base}/verify/${code}`,
  printed: [`${base.replace(/^https?:\/\/(?:www\.)?/, "")}/verify/`, code],
});

type Page = PageFrame & {
  sheet: PaperSheet;
  proof: Proof | null;
  drawQr: ((pen: Pen, text: string, at: { x: number; y: number; size: number }) => void) | null;
  density: Density;
};

/** Clinic, patient, day and number, the same on every page. @returns the y below them */
function topOfPage(page: Page, isDrawn: boolean): number {
  const { pen, sheet, density, side } = page;
  const below = drawClinic(page, sheet.clinic, density.top, isDrawn);
  const patient = patientBlock(page, below + 5, isDrawn);
  if (isDrawn) pen.rule(side, patient, right(page), { weight: 0.75, color: BLACK });
  return patient + density.gap;
}

/** Whether the address is too long for the head of each page. */
const isLong = (page: Page): boolean =>
  wrap(page.pen, medium(page.sheet.patient.address), DETAIL.size, inner(page) - LABEL_WIDTH - 110).length >
  HEAD_LINES;

function patientBlock(page: Page, top: number, isDrawn: boolean): number {
  const { pen, sheet, side } = page;
  const facts = [
    [HEAD_LABELS.ageAndSex, sheet.patient.ageAndSex],
    [HEAD_LABELS.date, sheet.date],
    ["No.", sheet.number ?? "given when it is saved"],
  ] as const;
  const factX = factsX(page, facts);
  const x = side + LABEL_WIDTH;
  let y = top;
  for (const [label, value] of [
    [HEAD_LABELS.patient, sheet.patient.name],
    [HEAD_LABELS.address, isLong(page) ? "See below" : sheet.patient.address],
  ] as const) {
    if (isDrawn) drawLine(pen, regular(label), side, y, SMALL_LABEL);
    y = drawLines(page, valueRuns(value), { x, y, width: factX - 13.5 - x }, DETAIL, isDrawn) + 2.25;
  }
  let factY = top;
  for (const fact of facts) {
    if (isDrawn) drawFact(page, fact, factX, factY);
    factY += DETAIL.leading + 2.25;
  }
  return Math.max(y, factY) + 2.75;
}

/** Proof at the left, signature at the right, the same on every page. @returns the y where they begin */
function footOfPage(page: Page, number: number, count: number, isDrawn: boolean): number {
  const { pen, sheet, proof, density, side } = page;
  const x = Math.max(right(page) - SIGNATURE_WIDTH, side + inner(page) * 0.46);
  const pageLine = pageLineY(page, density.bottom);
  const bottom = pageLine - 10;
  const signature = drawSignature(
    page,
    sheet.doctor ? semibold(sheet.doctor.name) : regular("Signed by the doctor who releases it"),
    sheet.doctor?.lines ?? [],
    { x, bottom, room: density.signing },
    isDrawn,
  );
  const width = x - side - 10;
  const proofLines = proof
    ? ["Check this paper at", ...proof.printed]
    : ["A code to check it is given when it is saved."];
  const drawProof = (from: number, isShown: boolean) =>
    proofLines.reduce(
      (y, line) => drawLines(page, regular(line), { x: side, y, width }, PAGE_LINE, isShown),
      from,
    );
  const proofHeight = drawProof(0, false);
  const qr = bottom - proofHeight - QR_SIZE - 4;
  if (isDrawn) {
    if (proof && page.drawQr) page.drawQr(pen, proof.url, { x: side, y: qr, size: QR_SIZE });
    else
      for (const edge of [qr, qr + QR_SIZE])
        pen.rule(side, edge, side + QR_SIZE, { weight: 0.6, color: FAINT, isDashed: true });
    drawProof(bottom - proofHeight, true);
    const reference = [sheet.title, sheet.number && `No. ${sheet.number}`].filter(Boolean).join(" · ");
    drawPageLine(page, reference, { number, count, y: pageLine });
  }
  return Math.min(signature - density.signing, qr - 8);
}

function blocksOf(page: Page): Block[] {
  const { pen, sheet, density, side } = page;
  const { title, body, gap } = density;
  const middle = page.width / 2;
  const notes = isLong(page)
    ? [...sheet.notes, { label: HEAD_LABELS.address, text: sheet.patient.address }]
    : sheet.notes;
  const titleRows = wrap(pen, semibold(sheet.title), title.size, inner(page)).map((line) => ({
    height: title.leading,
    draw: (y: number) => drawLine(pen, line, middle - lineWidth(pen, line, title.size) / 2, y, title),
  }));
  const textX = side + 92;
  return [
    { gap: 0, rows: titleRows },
    ...sheet.paragraphs.map((paragraph) => ({
      gap,
      rows: textRows(pen, regular(paragraph), body, { x: side, width: inner(page) }),
    })),
    ...sheet.groups.map((group) => groupBlock(page, group)),
    ...notes.map(({ label, text }) => ({
      gap,
      rows: besideLabel(
        pen,
        label,
        textRows(pen, regular(text), body, { x: textX, width: right(page) - textX }),
        { x: side, style: SMALL_LABEL },
      ),
    })),
  ];
}

/** The ticked tests of a heading, in two columns. */
function groupBlock(page: Page, { label, items }: PaperSheet["groups"][number]): Block {
  const { pen, density, side } = page;
  const { body, gap } = density;
  const width = (inner(page) - 14) / 2;
  const textX = BOX + 6;
  const cells = items.map((item) => wrap(pen, regular(item), body.size, width - textX));
  const rows = textRows(pen, medium(label), SMALL_LABEL, { x: side, width: inner(page) });
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

const parts = { top: topOfPage, foot: footOfPage, blocks: blocksOf, leastSpace: 60 };

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
  const pages = DENSITIES.map((density) => ({ ...pageFrame(pen, paper), sheet, proof, drawQr, density }));
  const { page, placed } = layOut<Page>(pages, pages.at(-1), parts);
  drawPages(page, placed, parts);
}
