import { drawRoll } from "#server/pdf/draw-roll.ts";
import { drawPdf } from "#server/pdf/pdf.ts";
import type { Acknowledgement, AcknowledgementRow } from "#shared/billing/acknowledgement.ts";
import type { AcknowledgementSize } from "#shared/billing/acknowledgement-size.ts";
import { drawClinicHead } from "#shared/clinic-head.ts";
import { paginate, type Row } from "#shared/paginate.ts";
import { MM, SIZE_IN_POINTS } from "#shared/paper-size.ts";
import {
  BLACK,
  drawLine,
  drawLineRight,
  lineWidth,
  type Pen,
  type Run,
  regular,
  SOFT,
  semibold,
  type TextStyle,
  textStyle,
  wrap,
} from "#shared/set-text.ts";
import { drawPageLine, type PageFrame, pageLineY } from "#shared/sheet-page.ts";

type Layout = {
  width: number;
  side: number;
  top: number;
  clinic: TextStyle;
  title: TextStyle;
  body: TextStyle;
  small: TextStyle;
};

const layouts: Record<AcknowledgementSize, Layout> = {
  A5: {
    width: SIZE_IN_POINTS.A5[0],
    side: 14 * MM,
    top: 12 * MM,
    clinic: textStyle(14, 19),
    title: textStyle(12.5, 18),
    body: textStyle(10.5, 16),
    small: textStyle(8.5, 12, SOFT),
  },
  // The head of a roll printer is 72 mm wide.
  "80mm": {
    width: 80 * MM,
    side: 5 * MM,
    top: 4 * MM,
    clinic: textStyle(11.5, 15),
    title: textStyle(10.5, 15),
    body: textStyle(8.8, 13),
    small: textStyle(7.4, 10.5),
  },
};

const GAP = 6;

export function drawAcknowledgementPdf(
  given: Acknowledgement,
  { size, createdAt, logo }: { size: AcknowledgementSize; createdAt: Date; logo: Uint8Array | null },
): Promise<Buffer> {
  const layout = layouts[size];
  const file = {
    title: `${given.title} ${given.about[0] ?? ""}`,
    author: given.clinic.name,
    creator: given.clinic.name,
    createdAt,
    logo,
  };
  if (size === "A5")
    return drawPdf({ ...file, size: SIZE_IN_POINTS.A5 }, (pen) => drawPages(pen, layout, given));
  return drawRoll({ ...file, width: layout.width }, (pen) => {
    let y = layout.top;
    for (const row of rowsOf(pen, layout, given)) {
      row.draw(y);
      y += row.height;
    }
    return y + layout.top;
  });
}

/** Of several pages each says whose it is. */
function drawPages(pen: Pen, layout: Layout, given: Acknowledgement): void {
  const { width, side, top } = layout;
  const page: PageFrame = { pen, width, height: SIZE_IN_POINTS.A5[1], side };
  const blocks = rowsOf(pen, layout, given).map((row) => ({ gap: 0, rows: [row] }));
  const pageLine = pageLineY(page, top);
  const whole = paginate(blocks, top, page.height - top);
  const pages = whole.length === 1 ? whole : paginate(blocks, top, pageLine - GAP);
  for (const [index, rows] of pages.entries()) {
    pen.turnPage();
    for (const { row, y } of rows) row.draw(y);
    if (pages.length > 1)
      drawPageLine(page, given.about.join(" · "), { number: index + 1, count: pages.length, y: pageLine });
  }
}

function rowsOf(pen: Pen, layout: Layout, given: Acknowledgement): Row[] {
  const { side, width, clinic, title, body, small } = layout;
  const right = width - side;
  const wide = right - side;
  const text = (runs: Run[], style: TextStyle): Row[] =>
    wrap(pen, runs, style.size, wide).map((line) => ({
      height: style.leading,
      draw: (y) => drawLine(pen, line, side, y, style),
    }));
  const rule = (weight: number, isDashed = false): Row => ({
    height: 2 * GAP,
    draw: (y) => pen.rule(side, y + GAP, right, { weight, color: BLACK, isDashed }),
  });
  const pair = ({ label, amount = "", isStrong }: AcknowledgementRow): Row[] => {
    const set = isStrong ? semibold : regular;
    const sum = set(amount);
    const lines = wrap(pen, set(label), body.size, wide - lineWidth(pen, sum, body.size) - 8);
    return lines.map((line, index) => ({
      height: body.leading,
      draw: (y) => {
        drawLine(pen, line, side, y, body);
        if (index === lines.length - 1) drawLineRight(pen, sum, right, y, body);
      },
    }));
  };
  const headLines: [Run[], TextStyle][] = [
    [semibold(given.clinic.name), clinic],
    ...given.clinic.lines.map((line): [Run[], TextStyle] => [regular(line), small]),
  ];
  const head: Row = {
    height: drawClinicHead(pen, headLines, { x: side, y: 0, right }, false),
    draw: (y) => void drawClinicHead(pen, headLines, { x: side, y, right }, true),
  };
  return [
    head,
    rule(1),
    ...text(semibold(given.title), title),
    ...given.about.flatMap((line) => text(regular(line), body)),
    { height: GAP, draw: () => undefined },
    ...given.charges.flatMap(pair),
    rule(0.6),
    ...given.payments.flatMap(pair),
    rule(0.6),
    ...given.balance.flatMap(pair),
    { height: 2 * GAP, draw: () => undefined },
    ...given.blanks.flatMap((line) => text(regular(line), body)),
    rule(0.6, true),
    ...given.foot.flatMap((line) => text(regular(line), small)),
  ];
}
