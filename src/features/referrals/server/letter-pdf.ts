import { drawPdf } from "#server/pdf/pdf.ts";
import { drawClinicHead } from "#shared/clinic-head.ts";
import { type Block, paginate, type Row } from "#shared/paginate.ts";
import { MM, SIZE_IN_POINTS } from "#shared/paper-size.ts";
import {
  BLACK,
  drawLine,
  drawLineRight,
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
import { besideLabel, drawHand, textRows } from "#shared/sheet-page.ts";

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

const CLINIC = textStyle(15, 20);
const SMALL = textStyle(9, 12.5, SOFT);
const TITLE = textStyle(13, 18);
const BODY = textStyle(10.5, 15);
const LABEL = textStyle(9.5, 15, SOFT);
const PAGE_LINE = textStyle(8, 10, SOFT);

/** A4, as many pages as needed; the signature follows the last words. */
export function drawLetterPdf(
  letter: Letter,
  file: { createdAt: Date; logo: Uint8Array | null; signature: Uint8Array | null },
): Promise<Buffer> {
  return drawPdf(
    {
      size: SIZE_IN_POINTS.A4,
      title: `Referral - ${letter.patient.name} - ${letter.date}`,
      author: letter.doctor.name,
      creator: letter.clinic.name,
      ...file,
    },
    (pen) => {
      const pages = paginate(blocksOf(pen, letter), TOP, BOTTOM);
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
  const lines = (runs: Run[], style: TextStyle, x = SIDE): Row[] =>
    textRows(pen, runs, style, { x, width: RIGHT - x });
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
    besideLabel(pen, label, lines(text, BODY, SIDE + LABEL_WIDTH), { x: SIDE, style: LABEL });
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
      gap: 0,
      rows: [
        // Part of the block, so that there is space to sign at the top of a page too.
        { height: SIGNING, draw: () => undefined },
        {
          height: 5,
          draw: (y) => {
            drawHand(pen, x, y, { width: SIGNATURE_WIDTH, room: SIGNING });
            pen.rule(x, y, RIGHT, { weight: 0.75, color: BLACK });
          },
        },
        ...lines(semibold(doctor.name), BODY, x),
        ...doctor.lines.flatMap((line) => lines(regular(line), SMALL, x)),
      ],
    },
  ];
}
