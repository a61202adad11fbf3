import { drawPdf } from "#server/pdf/pdf.ts";
import { drawClinicHead } from "#shared/clinic-head.ts";
import { MM, SIZE_IN_POINTS } from "#shared/paper-size.ts";
import {
  BLACK,
  drawLine,
  drawLineRight,
  type Pen,
  type Run,
  regular,
  SOFT,
  semibold,
  type TextStyle,
  wrap,
} from "#shared/set-text.ts";

export type PrintedChart = {
  title: string;
  /** Below the axis: "months · kg". */
  axes: string;
  from: number;
  to: number;
  low: number;
  high: number;
  xTicks: readonly { at: number; text: string }[];
  yTicks: readonly { at: number; text: string }[];
  lines: readonly { label: string; isMiddle: boolean; points: readonly { x: number; y: number }[] }[];
  child: readonly { x: number; y: number }[];
};

type GrowthPaper = {
  clinic: { name: string; address: string | null; phone: string | null };
  patient: { name: string; facts: string };
  written: string;
  /** What is out of range, in words. */
  findings: string;
  /** At most four. */
  charts: readonly PrintedChart[];
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  reference: string;
};

const [WIDTH, HEIGHT] = SIZE_IN_POINTS.A4;
const SIDE = 15 * MM;
const RIGHT = WIDTH - SIDE;
const GAP = 8 * MM;
const CHART_HEIGHT = 66 * MM;
const FOOT = HEIGHT - 12 * MM;

const CLINIC: TextStyle = { size: 14, leading: 19, color: BLACK };
const TITLE: TextStyle = { size: 12, leading: 17, color: BLACK };
const BODY: TextStyle = { size: 9.5, leading: 13, color: BLACK };
const CELL: TextStyle = { size: 8, leading: 11, color: BLACK };
const SMALL: TextStyle = { size: 7, leading: 9, color: SOFT };

const GRID = { weight: 0.3, color: "#cccccc" };
const LINE = { weight: 0.6, color: "#888888" };
const MIDDLE = { weight: 0.9, color: "#555555" };
const CHILD = { weight: 1.6, color: BLACK };

/** A4, black on white: the charts in two columns, then the values, on as many pages as they need. */
export function drawGrowthPdf(paper: GrowthPaper, createdAt: Date, logo: Uint8Array | null): Promise<Buffer> {
  return drawPdf(
    {
      size: SIZE_IN_POINTS.A4,
      title: `Growth - ${paper.patient.name}`,
      author: paper.clinic.name,
      creator: paper.clinic.name,
      createdAt,
      logo,
    },
    (pen) => {
      turnPage(pen, paper);
      let y = drawHead(pen, paper);
      const width = (RIGHT - SIDE - GAP) / 2;
      for (const [index, chart] of paper.charts.entries()) {
        const isLeft = index % 2 === 0;
        drawChart(pen, chart, { x: isLeft ? SIDE : SIDE + width + GAP, y, width });
        if (!isLeft || index === paper.charts.length - 1) y += CHART_HEIGHT + 5 * MM;
      }
      drawTable(pen, paper, y);
    },
  );
}

function turnPage(pen: Pen, { reference }: GrowthPaper): void {
  pen.turnPage();
  const lines = wrap(pen, regular(reference), SMALL.size, RIGHT - SIDE);
  for (const [index, line] of lines.entries()) drawLine(pen, line, SIDE, FOOT + index * SMALL.leading, SMALL);
}

function drawHead(pen: Pen, { clinic, patient, written, findings }: GrowthPaper): number {
  const facts = [clinic.address, clinic.phone].filter(Boolean).join(" · ");
  const head = [
    [semibold(clinic.name), CLINIC],
    [regular(facts), BODY],
  ] as const;
  let y = drawClinicHead(pen, head, { x: SIDE, y: 12 * MM, right: RIGHT }, true) + 5;
  pen.rule(SIDE, y, RIGHT, { weight: 1.1, color: BLACK });
  y = drawPatient(pen, patient, y + 7);
  y = drawLines(pen, regular(written), BODY, y);
  if (findings) y = drawLines(pen, semibold(findings), BODY, y);
  return y + 6;
}

/** On every page, so that none is taken for another child's. @returns the y below */
const drawPatient = (pen: Pen, { name, facts }: GrowthPaper["patient"], top: number): number =>
  drawLines(pen, regular(facts), BODY, drawLines(pen, semibold(name), TITLE, top));

function drawLines(pen: Pen, runs: Run[], style: TextStyle, top: number): number {
  const lines = wrap(pen, runs, style.size, RIGHT - SIDE);
  for (const [index, line] of lines.entries()) drawLine(pen, line, SIDE, top + index * style.leading, style);
  return top + lines.length * style.leading;
}

const place = (value: number) => Math.round(value * 100) / 100;

function drawChart(
  pen: Pen,
  chart: PrintedChart,
  { x: left, y: top, width }: { x: number; y: number; width: number },
): void {
  drawLine(pen, semibold(chart.title), left, top, BODY);
  const box = { left: left + 18, right: left + width - 20, top: top + 16, bottom: top + CHART_HEIGHT - 20 };
  const x = (at: number) =>
    place(box.left + ((at - chart.from) / (chart.to - chart.from)) * (box.right - box.left));
  const y = (at: number) =>
    place(box.bottom - ((at - chart.low) / (chart.high - chart.low)) * (box.bottom - box.top));
  const stroke = (points: readonly { x: number; y: number }[], look: { weight: number; color: string }) => {
    if (points.length > 1)
      pen.path(
        points.map((point, index) => `${index ? "L" : "M"}${x(point.x)} ${y(point.y)}`).join(""),
        0,
        0,
        20,
        look,
      );
  };
  for (const { at, text } of chart.yTicks) {
    pen.rule(box.left, y(at), box.right, GRID);
    drawLineRight(pen, regular(text), box.left - 3, y(at) - 5, SMALL);
  }
  for (const { at, text } of chart.xTicks) {
    pen.path(`M${x(at)} ${box.top}L${x(at)} ${box.bottom}`, 0, 0, 20, GRID);
    drawLine(pen, regular(text), x(at) - 3, box.bottom + 2, SMALL);
  }
  drawLine(pen, regular(chart.axes), box.left, box.bottom + 10, SMALL);
  for (const { label, isMiddle, points } of chart.lines) {
    stroke(points, isMiddle ? MIDDLE : LINE);
    const end = points.at(-1);
    if (end) drawLine(pen, regular(label), box.right + 3, y(end.y) - 5, SMALL);
  }
  stroke(chart.child, CHILD);
  for (const point of chart.child) {
    const [cx, cy] = [x(point.x), y(point.y)];
    pen.path(`M${cx} ${cy}L${place(cx + 0.01)} ${cy}`, 0, 0, 20, { weight: 4, color: BLACK });
  }
}

function drawTable(pen: Pen, paper: GrowthPaper, top: number): void {
  const { columns, rows } = paper;
  const width = (RIGHT - SIDE) / columns.length;
  let y = top;
  const put = (cells: readonly string[], isHead: boolean) => {
    const lines = cells.map((text) =>
      wrap(pen, isHead ? semibold(text) : regular(text), CELL.size, width - 4),
    );
    const height = 1 + CELL.leading * Math.max(1, ...lines.map(({ length }) => length));
    if (y + height > FOOT - 4) {
      turnPage(pen, paper);
      y = drawPatient(pen, paper.patient, 12 * MM) + 6;
      if (!isHead) put(columns, true);
    }
    if (!isHead) pen.rule(SIDE, y - 1.5, RIGHT, GRID);
    for (const [column, its] of lines.entries())
      for (const [index, line] of its.entries())
        drawLine(pen, line, SIDE + column * width, y + index * CELL.leading, CELL);
    y += height;
  };
  put(columns, true);
  for (const row of rows) put(row, false);
}
