import { drawPdf } from "#server/pdf/pdf.ts";
import { drawQr } from "#server/pdf/qr.ts";
import { type LabelStockId, labelStockOf, labelsOnPage } from "#shared/label-stock.ts";
import { MM } from "#shared/paper-size.ts";
import {
  BLACK,
  drawLine,
  lineWidth,
  type Pen,
  type Run,
  regular,
  SOFT,
  semibold,
  type TextStyle,
  wrap,
} from "#shared/set-text.ts";

type LabelContent = {
  clinicName: string;
  clinicPhone: string | null;
  patientName: string;
  /** "72 / F · Feb 3, 1954" */
  about: string;
  /** Also the content of the QR code. */
  admissionNo: string;
};

type Box = { x: number; y: number; width: number; height: number };

const style = (size: number, color = BLACK): TextStyle => ({ size, leading: size * 1.28, color });

/**
 * The same label `count` times; the first `skip` labels of the first sheet stay empty. A roll has one page per label.
 */
export async function drawLabelsPdf(
  content: LabelContent,
  { paper, count, skip, createdAt }: { paper: LabelStockId; count: number; skip: number; createdAt: Date },
): Promise<Buffer> {
  const { page, size, columns, left, top, gap } = labelStockOf(paper);
  const [width, height] = size;
  const onPage = labelsOnPage(paper);
  const file = {
    size: page,
    title: `Labels ${content.admissionNo}`,
    author: content.clinicName,
    creator: content.clinicName,
    createdAt,
  };
  return drawPdf(file, (pen) => {
    for (let index = 0; index < count; index += 1) {
      const cell = (index + skip) % onPage;
      if (index === 0 || cell === 0) pen.turnPage();
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      const box = { x: left + column * (width + gap), y: top + row * height, width, height };
      if (paper === "card") drawCard(pen, content, box);
      else drawLabel(pen, content, box);
    }
  });
}

/** The lines that fit; if there are more, the last one ends with "…". */
function ended(
  pen: Pen,
  lines: Run[][],
  { most, width }: { most: number; width: number },
  size: number,
): Run[][] {
  const last = lines[most - 1]?.at(-1);
  if (lines.length <= most || !last) return lines;
  const letters = Array.from(last.text);
  while (letters.length > 1 && pen.widthOf(`${letters.join("")}…`, last.font, size) > width) letters.pop();
  return [...lines.slice(0, most - 1), [{ ...last, text: `${letters.join("").trimEnd()}…` }]];
}

/** A long name is set smaller, down to this fraction of its size. */
const SMALLEST = 0.6;
const SCALES = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, SMALLEST];

type Text = { runs: Run[]; wanted: TextStyle; most: number; gap?: number };
type SetText = { lines: Run[][]; its: TextStyle; gap: number };

/** With a limit of lines and without broken words: set smaller until the text fits, and ended by "…" only if it
 * never does. */
function set(pen: Pen, { runs, wanted, most, gap = 0 }: Text, width: number): SetText {
  let its = wanted;
  let lines = wrap(pen, runs, its.size, width);
  const breaksWord = () =>
    runs.some(({ text, font }) =>
      text.split(/\s+/).some((word) => lineWidth(pen, [{ text: word, font }], its.size) > width),
    );
  while ((lines.length > most || breaksWord()) && its.size > wanted.size * SMALLEST) {
    its = style(its.size - wanted.size * 0.05, wanted.color);
    lines = wrap(pen, runs, its.size, width);
  }
  return { lines: ended(pen, lines, { most, width }, its.size), its, gap };
}

const heightOf = (texts: readonly SetText[]) =>
  texts.reduce((sum, { lines, its, gap }) => sum + gap + lines.length * its.leading, 0);

/** All of it, as large as the box allows. Where not even the smallest fits, a text of more than its `most` lines ends
 * with "…". */
function setTexts(pen: Pen, texts: readonly Text[], { width, height }: Box): SetText[] {
  const smaller = (scale: number, limit: { most?: number }) =>
    texts.map((text) =>
      set(pen, { ...text, ...limit, wanted: style(text.wanted.size * scale, text.wanted.color) }, width),
    );
  const fits = (drawn: SetText[]) => heightOf(drawn) <= height;
  for (const limit of [{ most: Number.POSITIVE_INFINITY }, {}])
    for (const scale of SCALES) {
      const drawn = smaller(scale, limit);
      if (fits(drawn)) return drawn;
    }
  return smaller(SMALLEST, {});
}

/** One below the other. Returns the y below. */
function drawTexts(pen: Pen, texts: readonly Text[], box: Box): number {
  const { x, y } = box;
  const drawn = setTexts(pen, texts, box);
  let at = y;
  for (const { lines, its, gap } of drawn) {
    at += gap;
    for (const line of lines) {
      drawLine(pen, line, x, at, its);
      at += its.leading;
    }
  }
  return at;
}

/** Name, age, sex and birthday, number; the code at the right. */
function drawLabel(pen: Pen, { patientName, about, admissionNo }: LabelContent, box: Box): void {
  const isSmall = box.height < 25 * MM;
  const side = isSmall ? 1.8 * MM : 3.5 * MM;
  const qr = Math.min(box.height - 2 * side, isSmall ? 12 * MM : 17 * MM);
  const [name, small] = isSmall ? [style(6.6), style(5.8)] : [style(10), style(8)];
  const text = {
    x: box.x + side,
    y: box.y + side,
    width: box.width - 3 * side - qr,
    height: box.height - 2 * side,
  };
  drawTexts(
    pen,
    [
      { runs: semibold(patientName), wanted: name, most: isSmall ? 2 : 3 },
      { runs: regular(about), wanted: small, most: 2, gap: 1 },
      { runs: regular(admissionNo), wanted: small, most: 2, gap: 1 },
    ],
    text,
  );
  drawQr(pen, admissionNo, { x: box.x + box.width - side - qr, y: box.y + side, size: qr });
}

/** The patient's card: the clinic, the patient, the code to scan at the desk. */
function drawCard(pen: Pen, content: LabelContent, box: Box): void {
  const side = 5 * MM;
  const qr = 22 * MM;
  const wide = { x: box.x + side, y: box.y + side, width: box.width - 2 * side, height: box.height };
  const clinic: Text[] = [
    { runs: semibold(content.clinicName), wanted: style(10.5), most: 2 },
    ...(content.clinicPhone
      ? [{ runs: regular(content.clinicPhone), wanted: style(7.5, SOFT), most: 1 }]
      : []),
  ];
  const below = drawTexts(pen, clinic, { ...wide, height: 14 * MM });
  pen.rule(wide.x, below + 4, wide.x + wide.width, { weight: 0.8, color: BLACK });
  const y = below + 10;
  drawTexts(
    pen,
    [
      { runs: semibold(content.patientName), wanted: style(10.5), most: 3 },
      { runs: regular(content.about), wanted: style(8), most: 1, gap: 1 },
      { runs: regular(content.admissionNo), wanted: style(8), most: 2, gap: 1 },
    ],
    { ...wide, y, width: wide.width - qr - 4 * MM, height: box.y + box.height - side - y },
  );
  drawQr(pen, content.admissionNo, {
    x: box.x + box.width - side - qr,
    y: box.y + box.height - side - qr,
    size: qr,
  });
}
