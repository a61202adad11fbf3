import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import type { Pen } from "#shared/set-text.ts";

/** Inter holds ₱ and ñ, which the fonts built into PDF readers do not. */
const FONTS = ["regular", "medium", "semibold"].map(
  (weight) => [weight, readFileSync(new URL(`./fonts/inter-${weight}.ttf`, import.meta.url))] as const,
);

type PdfFile = {
  /** In points. */
  size: readonly [width: number, height: number];
  title: string;
  author: string;
  creator: string;
  /** Stands in the file as its date: the same content and date give the same bytes. */
  createdAt: Date;
  /** PNG or JPEG bytes; anything else is left out. */
  logo?: Uint8Array | null;
};

/** A PDF file drawn with a pen. Nothing is fetched while drawing. */
export async function drawPdf(
  { size, title, author, creator, createdAt, logo }: PdfFile,
  draw: (pen: Pen) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: [...size],
    margin: 0,
    autoFirstPage: false,
    lang: "en-PH",
    displayTitle: true,
    info: { Title: title, Author: author, Creator: creator, CreationDate: createdAt },
  });
  for (const [weight, bytes] of FONTS) doc.registerFont(weight, bytes);
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  draw(pdfPen(doc, logo ?? null));
  doc.end();
  return finished;
}

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
