import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import type { Pen } from "#shared/prescription/set-text.ts";
import type { Sheet } from "#shared/prescription/sheet.ts";
import { PAPER_SIZES, type Paper } from "#shared/prescription/sheet-layout.ts";
import { drawSheet } from "#shared/prescription/sheet-pages.ts";

/** Inter holds ₱ and ñ, which the fonts built into PDF readers do not. */
const FONTS = ["regular", "medium", "semibold"].map(
  (weight) => [weight, readFileSync(new URL(`./fonts/inter-${weight}.ttf`, import.meta.url))] as const,
);

export type PdfOptions = {
  paper: Paper;
  /** Stands in the file as its date: the same sheet and date give the same bytes. */
  createdAt: Date;
  /** The clinic's logo as PNG or JPEG bytes; anything else is left out. */
  logo?: Uint8Array | null;
};

const isPrintableImage = (bytes: Uint8Array) =>
  (bytes[0] === 0x89 && bytes[1] === 0x50) || (bytes[0] === 0xff && bytes[1] === 0xd8);

function pdfPen(doc: PDFKit.PDFDocument, logo: Uint8Array | null): Pen {
  const image = logo && isPrintableImage(logo) ? Buffer.from(logo) : null;
  return {
    widthOf: (text, font, size) => doc.font(font).fontSize(size).widthOfString(text),
    turnPage: () => doc.addPage(),
    text({ text, font }, x, baseline, { size, color }) {
      doc.font(font).fontSize(size).fillColor(color);
      doc.text(text, x, baseline, { lineBreak: false, baseline: "alphabetic" });
    },
    rule(x, y, to, { weight, color, isDashed }) {
      if (isDashed) doc.dash(2.5, { space: 2 });
      doc.lineWidth(weight).strokeColor(color).moveTo(x, y).lineTo(to, y).stroke();
      if (isDashed) doc.undash();
    },
    path(shape, x, y, size) {
      doc
        .save()
        .translate(x, y)
        .scale(size / 20);
      doc.lineWidth(1.9).lineCap("round").lineJoin("round").strokeColor("#000000");
      doc.path(shape).stroke();
      doc.restore();
    },
    logo: image
      ? (x, y, size) => doc.image(image, x, y, { fit: [size, size], align: "center", valign: "center" })
      : undefined,
  };
}

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
  drawSheet(sheet, paper, pdfPen(doc, logo ?? null));
  doc.end();
  return finished;
}
