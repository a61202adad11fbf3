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

export type RecordPart = {
  label: string;
  text: string | null;
  /** A title above the part, for papers with several consultations. */
  section?: string;
};

/** The content of a printed patient record. */
export type RecordSheet = {
  title: string;
  clinic: { name: string; address: string | null; phone: string | null };
  patient: { name: string; facts: string; allergies: string };
  /** Under the patient: when and by whom. */
  written: string;
  /** A part without text is printed as missing. */
  parts: readonly RecordPart[];
  /** Later additions, each with its date and author. */
  addenda: readonly { label: string; text: string }[];
  /** Of the doctor, with a line to sign on. */
  signature?: { name: string; lines: readonly string[] };
  /** At the foot of every page: "Consultation 1842". */
  reference: string;
};

/** Lengths are in points. */
const [WIDTH, HEIGHT] = SIZE_IN_POINTS.A4;
const SIDE = 20 * MM;
const RIGHT = WIDTH - SIDE;
const TOP = 15 * MM;
const FOOT = HEIGHT - 12 * MM;

const CLINIC: TextStyle = { size: 14, leading: 19, color: BLACK };
const SMALL: TextStyle = { size: 8.5, leading: 12, color: SOFT };
const TITLE: TextStyle = { size: 13, leading: 20, color: BLACK };
const NAME: TextStyle = { size: 11.5, leading: 16, color: BLACK };
const LABEL: TextStyle = { size: 9.5, leading: 14, color: SOFT };
const BODY: TextStyle = { size: 10.5, leading: 15, color: BLACK };

const ALLERGY_LINES = 12;
const SIGNATURE_WIDTH = 70 * MM;
/** Space above the line to sign on. */
const SIGNING = 48;

type Row = {
  line: Run[];
  style: TextStyle;
  gap: number;
  /** Stays on the same page as the next row. */
  isHeading: boolean;
  /** From the left edge of the text. */
  indent?: number;
  /** A line above it, to sign on. */
  isSigned?: true;
};

/** A4, on as many pages as it needs, each with the clinic and the patient at its head. */
export function drawRecordPdf(given: RecordSheet, createdAt: Date, logo: Uint8Array | null): Promise<Buffer> {
  return drawPdf(
    {
      size: SIZE_IN_POINTS.A4,
      title: `${given.title} - ${given.patient.name}`,
      author: given.clinic.name,
      creator: given.clinic.name,
      createdAt,
      logo,
    },
    (pen) => {
      const sheet = withShortHead(pen, given);
      const pages = paginate(rowsOf(pen, sheet), drawHead(pen, sheet, false));
      for (const [index, rows] of pages.entries()) {
        pen.turnPage();
        let y = drawHead(pen, sheet, true);
        for (const [position, { line, style, gap, indent = 0, isSigned }] of rows.entries()) {
          y += position === 0 && !isSigned ? 0 : gap;
          if (isSigned) pen.rule(SIDE + indent, y - 4, RIGHT, { weight: 0.75, color: BLACK });
          drawLine(pen, line, SIDE + indent, y, style);
          y += style.leading;
        }
        pen.rule(SIDE, FOOT - 4, RIGHT, { weight: 0.6, color: "#bbbbbb" });
        drawLine(pen, regular(sheet.reference), SIDE, FOOT, SMALL);
        drawLineRight(pen, regular(`Page ${index + 1} of ${pages.length}`), RIGHT, FOOT, SMALL);
      }
    },
  );
}

/** Allergies that would fill the head of each page are printed once, before everything else. */
function withShortHead(pen: Pen, sheet: RecordSheet): RecordSheet {
  const { allergies } = sheet.patient;
  if (wrap(pen, regular(allergies), BODY.size, RIGHT - SIDE).length <= ALLERGY_LINES) return sheet;
  return {
    ...sheet,
    patient: { ...sheet.patient, allergies: "Allergies: see the first part of this record" },
    parts: [{ label: "Allergies", text: allergies.replace(/^Allergies: /, "") }, ...sheet.parts],
  };
}

/** Clinic, title and patient; returns the y below them. With `isDrawn` false it only measures. */
function drawHead(pen: Pen, sheet: RecordSheet, isDrawn: boolean): number {
  let y = TOP;
  const put = (runs: Run[], style: TextStyle) => {
    for (const line of wrap(pen, runs, style.size, RIGHT - SIDE)) {
      if (isDrawn) drawLine(pen, line, SIDE, y, style);
      y += style.leading;
    }
  };
  const { clinic, patient } = sheet;
  const facts = [clinic.address, clinic.phone].filter(Boolean).join(" · ");
  const head = [
    [semibold(clinic.name), CLINIC],
    [regular(facts), SMALL],
  ] as const;
  y = drawClinicHead(pen, head, { x: SIDE, y, right: RIGHT }, isDrawn) + 6;
  if (isDrawn) pen.rule(SIDE, y, RIGHT, { weight: 1.1, color: BLACK });
  y += 9;
  put(semibold(sheet.title), TITLE);
  put(semibold(patient.name), NAME);
  put(regular(patient.facts), BODY);
  put(regular(patient.allergies), BODY);
  put(regular(sheet.written), SMALL);
  y += 5;
  if (isDrawn) pen.rule(SIDE, y, RIGHT, { weight: 0.75, color: BLACK });
  return y + 10;
}

function rowsOf(pen: Pen, sheet: RecordSheet): Row[] {
  const part = (label: string, text: string | null, gap: number): Row[] => [
    // Missing values are not bold.
    ...wrap(pen, text === null ? regular(label) : semibold(label), LABEL.size, RIGHT - SIDE).map(
      (line, index) => ({
        line,
        style: LABEL,
        gap: index === 0 ? gap : 0,
        isHeading: true,
      }),
    ),
    ...wrap(pen, regular(text ?? "Not specified"), BODY.size, RIGHT - SIDE).map((line) => ({
      line,
      style: text === null ? { ...BODY, color: SOFT } : BODY,
      gap: 0,
      isHeading: false,
    })),
  ];
  const sectionTitle = (section: string): Row[] =>
    wrap(pen, semibold(section), NAME.size, RIGHT - SIDE).map((line, index) => ({
      line,
      style: NAME,
      gap: index === 0 ? 16 : 0,
      isHeading: true,
    }));
  const title = { line: semibold("Addenda"), style: NAME, gap: 16, isHeading: true };
  return [
    ...sheet.parts.flatMap(({ label, text, section }) => [
      ...(section === undefined ? [] : sectionTitle(section)),
      ...part(label, text, 8),
    ]),
    ...(sheet.addenda.length > 0 ? [title] : []),
    ...sheet.addenda.flatMap(({ label, text }) => part(label, text, 8)),
    ...(sheet.signature ? signatureRows(pen, sheet.signature) : []),
  ];
}

function signatureRows(pen: Pen, { name, lines }: NonNullable<RecordSheet["signature"]>): Row[] {
  const indent = RIGHT - SIDE - SIGNATURE_WIDTH;
  const named = wrap(pen, semibold(name), BODY.size, SIGNATURE_WIDTH);
  const below = lines.flatMap((line) => wrap(pen, regular(line), SMALL.size, SIGNATURE_WIDTH));
  return [
    ...named.map((line, index) => ({
      line,
      style: BODY,
      gap: index === 0 ? SIGNING : 0,
      isHeading: true,
      indent,
      ...(index === 0 && { isSigned: true as const }),
    })),
    ...below.map((line, index) => ({
      line,
      style: SMALL,
      gap: 0,
      isHeading: index < below.length - 1,
      indent,
    })),
  ];
}

/** Keeps headings with their text across page breaks. */
function paginate(rows: readonly Row[], top: number): Row[][] {
  const bottom = FOOT - 14;
  let page: Row[] = [];
  const pages = [page];
  let y = top;
  for (const [index, row] of rows.entries()) {
    const below = row.isHeading ? (rows[index + 1]?.style.leading ?? 0) : 0;
    const gap = page.length === 0 && !row.isSigned ? 0 : row.gap;
    if (page.length > 0 && y + gap + row.style.leading + below > bottom) {
      page = [];
      pages.push(page);
      y = top;
    } else y += gap;
    page.push(row);
    y += row.style.leading;
  }
  return pages;
}
