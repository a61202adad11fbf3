import { readFile } from "node:fs/promises";
import type { Font as ParsedFont } from "fontkit";
import { paperTooLong, Unprintable } from "#shared/errors.ts";
import { printProblem } from "#shared/formats/printable.ts";
import type { Font, Pen } from "#shared/set-text.ts";
import { onceAsync } from "../once-async.ts";

type Printer = { newDocument: (options: PDFKit.PDFDocumentOptions) => PDFKit.PDFDocument };

const weights: readonly Font[] = ["regular", "medium", "semibold"];

/**
 * Loaded with the first paper. The fonts are read once for all papers, since that takes five times as long as drawing a
 * page.
 */
const loadPrinter = onceAsync(async (): Promise<Printer> => {
  const [{ default: PDFDocument }, { create }] = await Promise.all([import("pdfkit"), import("fontkit")]);
  const fonts = await Promise.all(weights.map(async (weight) => [weight, await readFont(weight)] as const));
  return {
    newDocument(options) {
      const doc = new PDFDocument(options);
      // PDFKit accepts a parsed font, which its types do not declare.
      for (const [weight, font] of fonts) doc.registerFont(weight, font as unknown as string);
      return doc;
    },
  };

  /** Inter contains ₱ and ñ, which the built-in fonts of PDF readers lack. */
  async function readFont(weight: Font): Promise<ParsedFont> {
    const font = create(await readFile(new URL(`./fonts/inter-${weight}.ttf`, import.meta.url)));
    if ("fonts" in font) throw new Error(`inter-${weight}.ttf is a collection.`);
    // If several characters share a glyph, the PDF's text contains the one that was drawn first. Looking all up in order
    // makes it the same one in every paper, whatever was printed before.
    for (const letter of font.characterSet) font.glyphForCodePoint(letter);
    const shape = font.layout.bind(font);
    font.layout = (text, ...options) => {
      shaped.chars += text.length;
      const run = shape(text, ...options);
      // Glyph 0 is the font's box for what it lacks, which PDFKit would draw as nothing.
      if (run.glyphs.some(({ id }) => id === 0))
        throw new Unprintable(`${printProblem(text) ?? "This text cannot be printed"}.`);
      return run;
    };
    return font;
  }
});

type PdfFile = {
  /** In points. */
  size: readonly [width: number, height: number];
  title: string;
  author: string;
  creator: string;
  /** The file's date. The same content and date produce the same bytes. */
  createdAt: Date;
  /** PNG or JPEG bytes; anything else is ignored. */
  logo?: Uint8Array | null;
  /** The author's, as PNG. */
  signature?: Uint8Array | null;
};

/** Draws a PDF file with a pen. Nothing is fetched while drawing. */
export async function drawPdf(
  { size, title, author, creator, createdAt, logo, signature }: PdfFile,
  draw: (pen: Pen) => void,
): Promise<Buffer> {
  const { newDocument } = await loadPrinter();
  const doc = newDocument({
    size: [...size],
    margin: 0,
    autoFirstPage: false,
    // Avoids PDFKit's default font, which it would read for each paper.
    font: "",
    // For screen readers: a title, a language, and below each text as a paragraph in the order of reading.
    pdfVersion: "1.7",
    // Which PDFKit's types do not declare.
    subset: "PDF/UA" as "PDF/A-2",
    tagged: true,
    lang: "en-PH",
    displayTitle: true,
    info: { Title: title, Author: author, Creator: creator, CreationDate: createdAt },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  const reading = readingOrder(doc);
  draw(pdfPen(doc, { logo: logo ?? null, signature: signature ?? null, author }, reading));
  reading.end();
  doc.end();
  return finished;
}

/**
 * PDFKit caches shaped text per font, 300 bytes a character, until the document ends. The cache is cleared after this
 * many characters, since a long text without repetition would fill the memory.
 */
const MAX_SHAPED_CHARS = 200_000;
/** By all fonts since then. */
const shaped = { chars: 0 };
/** A megabyte of prose fills 250. */
const MAX_PAGES = 2000;
type Shaped = { layoutCache: object };

const isPrintableImage = (bytes: Uint8Array) =>
  (bytes[0] === 0x89 && bytes[1] === 0x50) || (bytes[0] === 0xff && bytes[1] === 0xd8);

/** Kerned, the point in 567.89 hardly shows. PDFKit passes an object on to fontkit. */
const unkerned: object = { features: { kern: false } };
const shapeOf = (text: string): object => (/^[−₱]*[\d,]+\.\d\d$/.test(text) ? unkerned : {});

type Reading = ReturnType<typeof readingOrder>;

/** Tags what is drawn. Lines of one paragraph follow each other with the paragraph's leading. */
function readingOrder(doc: PDFKit.PDFDocument) {
  const content: PDFKit.PDFStructureElement[] = [];
  let last = { x: 0, baseline: 0, size: 0 };
  return {
    text(at: { x: number; baseline: number; size: number; leading: number }, draw: () => void): void {
      const marked = doc.markStructureContent("P");
      draw();
      doc.endMarkedContent();
      const isSameLine = at.baseline === last.baseline && at.x > last.x;
      const isNextLine = at.x === last.x && Math.abs(at.baseline - last.baseline - at.leading) < 0.01;
      const paragraph = content.at(-1);
      if (paragraph && at.size === last.size && (isSameLine || isNextLine)) paragraph.add(marked);
      else content.push(doc.struct("P").add(marked));
      // The next line begins where this one's first run does.
      last = { x: isSameLine ? last.x : at.x, baseline: at.baseline, size: at.size };
    },
    picture(alt: string, draw: () => void): void {
      const marked = doc.markStructureContent("Figure");
      draw();
      doc.endMarkedContent();
      content.push(doc.struct("Figure", { alt }).add(marked));
    },
    /** Rules and shapes, which say nothing that the text does not. */
    decoration(draw: () => void): void {
      doc.markContent("Artifact", { type: "Layout" });
      draw();
      doc.endMarkedContent();
    },
    turnPage(): void {
      last = { x: 0, baseline: 0, size: 0 };
    },
    end(): void {
      for (const element of content) element.end();
      doc.addStructure(doc.struct("Document", {}, content));
    },
  };
}

type Pictures = { logo: Uint8Array | null; signature: Uint8Array | null; author: string };
/** PDFKit has it and takes what it returns, which its types do not declare. */
type Opening = { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc };

function pdfPen(doc: PDFKit.PDFDocument, { logo, signature, author }: Pictures, reading: Reading): Pen {
  const image = logo && isPrintableImage(logo) ? Buffer.from(logo) : null;
  // Opened once: it is on each page.
  const hand = signature ? (doc as unknown as Opening).openImage(Buffer.from(signature)) : null;
  const shapedBy = new Map<Font, Shaped>();
  let pages = 0;
  return {
    widthOf(text, font, size) {
      doc.font(font).fontSize(size);
      shapedBy.set(font, (doc as unknown as { _font: Shaped })._font);
      if (shaped.chars > MAX_SHAPED_CHARS) {
        for (const its of shapedBy.values()) its.layoutCache = {};
        shaped.chars = 0;
      }
      return doc.widthOfString(text, shapeOf(text));
    },
    turnPage() {
      pages += 1;
      if (pages > MAX_PAGES) throw paperTooLong();
      doc.addPage();
      reading.turnPage();
    },
    text({ text, font }, x, baseline, { size, leading, color }) {
      reading.text({ x, baseline, size, leading }, () => {
        doc.font(font).fontSize(size).fillColor(color);
        doc.text(text, x, baseline, { lineBreak: false, baseline: "alphabetic", ...shapeOf(text) });
      });
    },
    rule(x, y, to, { weight, color, isDashed }) {
      reading.decoration(() => {
        if (isDashed) doc.dash(2.5, { space: 2 });
        doc.lineWidth(weight).strokeColor(color).moveTo(x, y).lineTo(to, y).stroke();
        if (isDashed) doc.undash();
      });
    },
    path(shape, x, y, size, { weight, color } = { weight: 1.9, color: "#000000" }) {
      reading.decoration(() => {
        doc
          .save()
          .translate(x, y)
          .scale(size / 20);
        doc.lineWidth(weight).lineCap("round").lineJoin("round").strokeColor(color);
        doc.path(shape).stroke();
        doc.restore();
      });
    },
    logo: image
      ? (x, y, size) =>
          reading.picture("Logo of the clinic", () => {
            doc.image(image, x, y, { fit: [size, size], align: "center", valign: "center" });
          })
      : undefined,
    signature: hand
      ? (x, y, { width, height }) =>
          reading.picture(`Signature of ${author}`, () => {
            doc.image(hand, x, y, { fit: [width, height], valign: "bottom" });
          })
      : undefined,
  };
}
