import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import { DENSE_FROM_LINES, type Sheet } from "#shared/prescription/sheet.ts";
import {
  type Block,
  blocksOf,
  DENSITIES,
  type Density,
  footOfPage,
  PAPER_SIZES,
  type Page,
  type Paper,
  type Row,
  topOfPage,
} from "./sheet-layout.ts";

/** Inter holds ₱ and ñ, which the fonts built into PDF readers do not. */
const FONTS = ["regular", "medium", "semibold"].map(
  (weight) => [weight, readFileSync(new URL(`./fonts/inter-${weight}.ttf`, import.meta.url))] as const,
);

const NARROW_SIDE = (11 * 72) / 25.4;
const WIDE_SIDE = (20 * 72) / 25.4;

export type PdfOptions = {
  paper: Paper;
  /** Stands in the file as its date: the same sheet and date give the same bytes. */
  createdAt: Date;
  /** The clinic's logo as PNG or JPEG bytes; anything else is left out. */
  logo?: Uint8Array | null;
};

type Placed = { row: Row; y: number };

/**
 * Rows on pages, top to bottom. A block moves to the next page whole, unless no page can hold it: then its rows
 * go on where they stand, so that nothing is ever clipped.
 */
function paginate(blocks: readonly Block[], top: number, bottom: number): Placed[][] {
  let current: Placed[] = [];
  const pages = [current];
  let y = top;
  const turn = () => {
    current = [];
    pages.push(current);
    y = top;
  };
  for (const { gap, rows } of blocks) {
    const height = rows.reduce((sum, row) => sum + row.height, 0);
    if (current.length > 0) y += gap;
    if (y + height > bottom && height <= bottom - top && current.length > 0) turn();
    for (const row of rows) {
      if (y + row.height > bottom && current.length > 0) turn();
      current.push({ row, y });
      y += row.height;
    }
  }
  return pages;
}

/** The densest reading comes last; from five medicines on the roomy one is not tried. */
function layOut(page: Omit<Page, "density">): { page: Page; pages: Placed[][] } {
  const [roomy, dense, tight] = DENSITIES;
  const tried: readonly Density[] =
    page.sheet.lines.length < DENSE_FROM_LINES ? [roomy, dense, tight] : [dense, tight];
  const attempts = tried.map((density) => {
    const full = { ...page, density };
    const pages = paginate(blocksOf(full), topOfPage(full, false), footOfPage(full, 1, 1, false));
    return { page: full, pages };
  });
  // What needs two pages anyway is set for reading, not for saving paper.
  const inDense = attempts.find(({ page: full }) => full.density === dense);
  const chosen = attempts.find(({ pages }) => pages.length === 1) ?? inDense;
  if (!chosen) throw new Error("No density was tried");
  return chosen;
}

const isPrintableImage = (bytes: Uint8Array) =>
  (bytes[0] === 0x89 && bytes[1] === 0x50) || (bytes[0] === 0xff && bytes[1] === 0xd8);

/**
 * The sheet as a PDF. Nothing is fetched while drawing, and nothing is decided: what may print is
 * `sheet.problems`, which the caller has looked at.
 */
export function drawPrescriptionPdf(sheet: Sheet, { paper, createdAt, logo }: PdfOptions): Promise<Buffer> {
  const [width, height] = PAPER_SIZES[paper];
  const title = `Prescription - ${sheet.patient.name} - ${sheet.date}`;
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    lang: "en-PH",
    displayTitle: true,
    info: { Title: title, Author: sheet.physician.name, Creator: sheet.clinic.name, CreationDate: createdAt },
  });
  for (const [weight, bytes] of FONTS) doc.registerFont(weight, bytes);
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  const { page, pages } = layOut({
    doc,
    sheet,
    width,
    height,
    side: width > 420 ? WIDE_SIDE : NARROW_SIDE,
    logo: logo && isPrintableImage(logo) ? Buffer.from(logo) : null,
  });
  for (const [index, placed] of pages.entries()) {
    doc.addPage();
    topOfPage(page, true);
    for (const { row, y } of placed) row.draw(y);
    footOfPage(page, index + 1, pages.length, true);
  }
  doc.end();
  return finished;
}
