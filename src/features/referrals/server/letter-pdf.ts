import { BLACK, medium, regular, SOFT, semibold } from "#server/pdf/paper-runs.ts";
import { drawPdf } from "#server/pdf/pdf.ts";
import { drawClinicHead } from "#shared/clinic-head.ts";
import { MM, SIZE_IN_POINTS } from "#shared/paper-size.ts";
import { drawLine, drawLineRight, type Pen, type Run, type TextStyle, wrap } from "#shared/set-text.ts";

/** The printed letter as data. */
export type Letter = {
  clinic: { name: string; lines: string[] };
  date: string;
  /** Name, then the address. */
  to: string[];
  patient: { name: string; ageAndSex: string; birthday: string | null };
  opening: string;
  parts: { label: string; text: string }[];
  doctor: { name: string; lines: string[] };
  /** In the footer of every page. */
  reference: string;
};

/** Lengths are in points. */
const [WIDTH, HEIGHT] = SIZE_IN_POINTS.A4;
const SIDE = 22 * MM;
const RIGHT = WIDTH - SIDE;
const TOP = 16 * MM;
const FOOT = HEIGHT - 13 * MM;
/** The lower edge of the text. */
const BOTTOM = FOOT - 12;
const LABEL_WIDTH = 118;
const PAGE_NUMBER_WIDTH = 80;
const SIGNATURE_WIDTH = 72 * MM;
/** Space above the signature line. */
const SIGNING = 46;

const CLINIC: TextStyle = { size: 15, leading: 20, color: BLACK };
const SMALL: TextStyle = { size: 9, leading: 12.5, color: SOFT };
const TITLE: TextStyle = { size: 13, leading: 18, color: BLACK };
const BODY: TextStyle = { size: 10.5, leading: 15, color: BLACK };
const LABEL: TextStyle = { size: 9.5, leading: 15, color: SOFT };
const PAGE_LINE: TextStyle = { size: 8, leading: 10, color: SOFT };

/** One line of the letter; lines of a block stay together if a page can hold them. */
type Row = { height: number; draw: (y: number) => void };
type Block = { gap: number; rows: Row[] };

/** A4, as many pages as needed; the signature follows the last words. */
export function drawLetterPdf(letter: Letter, createdAt: Date, logo: Uint8Array | null): Promise<Buffer> {
  return drawPdf(
    {
      size: SIZE_IN_POINTS.A4,
      title: `Referral - ${letter.patient.name} - ${letter.date}`,
      author: letter.doctor.name,
      creator: letter.clinic.name,
      createdAt,
      logo,
    },
    (pen) => {
      const pages = paginate(blocksOf(pen, letter));
      for (const [index, rows] of pages.entries()) {
        pen.turnPage();
        for (const { row, y } of rows) row.draw(y);
        pen.rule(SIDE, FOOT - 5, RIGHT, { weight: 0.6, color: "#bbbbbb" });
        // One line fits next to the page number.
        const [reference = []] = wrap(
          pen,
          regular(`${letter.reference} · ${letter.patient.name}`),
          PAGE_LINE.size,
          RIGHT - SIDE - PAGE_NUMBER_WIDTH,
        );
        drawLine(pen, reference, SIDE, FOOT, PAGE_LINE);
        drawLineRight(pen, regular(`Page ${index + 1} of ${pages.length}`), RIGHT, FOOT, PAGE_LINE);
      }
    },
  );
}

function blocksOf(pen: Pen, letter: Letter): Block[] {
  const lines = (runs: Run[], style: TextStyle, x = SIDE, width = RIGHT - x): Row[] =>
    wrap(pen, runs, style.size, width).map((line) => ({
      height: style.leading,
      draw: (y) => drawLine(pen, line, x, y, style),
    }));
  const rule: Row = {
    height: 10,
    draw: (y) => pen.rule(SIDE, y + 5, RIGHT, { weight: 1.1, color: BLACK }),
  };
  const dated: Row = {
    height: TITLE.leading,
    draw: (y) => {
      drawLine(pen, semibold("Referral letter"), SIDE, y, TITLE);
      drawLineRight(pen, regular(letter.date), RIGHT, y, BODY);
    },
  };
  const beside = (label: string, text: Run[]): Row[] =>
    lines(text, BODY, SIDE + LABEL_WIDTH).map((row, index) => ({
      ...row,
      draw: (y) => {
        if (index === 0) drawLine(pen, regular(label), SIDE, y, LABEL);
        row.draw(y);
      },
    }));
  const { patient, doctor } = letter;
  const head = [
    [semibold(letter.clinic.name), CLINIC] as const,
    ...letter.clinic.lines.map((line) => [regular(line), SMALL] as const),
  ];
  const x = RIGHT - SIGNATURE_WIDTH;
  return [
    {
      gap: 0,
      rows: [
        {
          height: drawClinicHead(pen, head, { x: SIDE, y: 0, right: RIGHT }, false),
          draw: (y) => drawClinicHead(pen, head, { x: SIDE, y, right: RIGHT }, true),
        },
        rule,
      ],
    },
    { gap: 8, rows: [dated] },
    {
      gap: 14,
      rows: letter.to.flatMap((line, index) =>
        beside(index === 0 ? "To" : "", index === 0 ? medium(line) : regular(line)),
      ),
    },
    {
      gap: 10,
      rows: [
        ...beside("Patient", semibold(patient.name)),
        ...beside("Age / Sex", regular(patient.ageAndSex)),
        ...(patient.birthday ? beside("Birthday", regular(patient.birthday)) : []),
      ],
    },
    { gap: 16, rows: lines(regular("Dear Doctor,"), BODY) },
    { gap: 8, rows: lines(regular(letter.opening), BODY) },
    ...letter.parts.map(({ label, text }) => ({ gap: 8, rows: beside(label, regular(text)) })),
    { gap: 14, rows: lines(regular("Thank you."), BODY) },
    {
      gap: SIGNING,
      rows: [
        { height: 5, draw: (y) => pen.rule(x, y, RIGHT, { weight: 0.75, color: BLACK }) },
        ...lines(semibold(doctor.name), BODY, x),
        ...doctor.lines.flatMap((line) => lines(regular(line), SMALL, x)),
      ],
    },
  ];
}

/** A block moves to the next page as a whole, unless it is longer than a page: then it is split. */
function paginate(blocks: readonly Block[]): { row: Row; y: number }[][] {
  let page: { row: Row; y: number }[] = [];
  const pages = [page];
  let y = TOP;
  const turn = () => {
    page = [];
    pages.push(page);
    y = TOP;
  };
  for (const { gap, rows } of blocks) {
    const height = rows.reduce((sum, row) => sum + row.height, 0);
    if (page.length > 0) y += gap;
    if (y + height > BOTTOM && height <= BOTTOM - TOP && page.length > 0) {
      turn();
      // Space for the signature above its line.
      if (gap === SIGNING) y += gap;
    }
    for (const row of rows) {
      if (y + row.height > BOTTOM && page.length > 0) turn();
      page.push({ row, y });
      y += row.height;
    }
  }
  return pages;
}
