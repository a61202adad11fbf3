import { crc32, deflateSync } from "node:zlib";
import PdfDocument from "pdfkit";
import { aDicom } from "#features/files/server/dicom/testing-dicom.ts";

/** Files as a clinic gets them, each readable by its program. */

/** A laboratory report; each page has its number as text. */
export async function aReport(pages = 1): Promise<Buffer> {
  const pdf = new PdfDocument({ size: "A4" });
  const pieces: Buffer[] = [];
  pdf.on("data", (piece: Buffer) => pieces.push(piece));
  const done = new Promise((resolve) => pdf.on("end", resolve));
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) pdf.addPage();
    pdf.fontSize(24).text(`Hemoglobin 142 g/L, page ${page}`);
    pdf.rect(72, 200, 400, 300).fill("#1b4f8f").fillColor("black");
  }
  pdf.end();
  await done;
  return Buffer.concat(pieces);
}

type Rgb = readonly [number, number, number];

/** A PNG whose left half is one color and whose right half is another. */
export function aPicture(width = 400, height = 300, left: Rgb = [200, 0, 0], right: Rgb = [0, 0, 200]) {
  const row = Buffer.concat([
    Buffer.of(0),
    ...Array.from({ length: width }, (_, x) => Buffer.from(x < width / 2 ? left : right)),
  ]);
  return pngOf(width, height, Buffer.concat(Array<Buffer>(height).fill(row)));
}

/** A PNG of noise, which does not compress: about `bytes` long. */
export function aNoisyPicture(bytes: number): Buffer {
  const side = Math.floor(Math.sqrt(bytes / 3));
  let seed = 20261120;
  const rows = Buffer.alloc(side * (side * 3 + 1));
  for (let at = 0; at < rows.length; at += 1) {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    rows[at] = at % (side * 3 + 1) === 0 ? 0 : seed >>> 24;
  }
  return pngOf(side, side, rows);
}

function pngOf(width: number, height: number, rows: Buffer): Buffer {
  const piece = (kind: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    piece("IHDR", size),
    piece("IDAT", deflateSync(rows)),
    piece("IEND", Buffer.alloc(0)),
  ]);
}

/** An X-ray of two grays, with 12 bits in 16: 400 on the left, 3600 on the right. */
export const anXray = (rows = 64, columns = 64) =>
  Buffer.from(
    aDicom({
      rows,
      columns,
      stored: 12,
      values: Array.from({ length: rows * columns }, (_, at) => (at % columns < columns / 2 ? 400 : 3600)),
      more: [
        [0x0028, 0x1050, "DS", "2000"],
        [0x0028, 0x1051, "DS", "4000"],
      ],
    }),
  );

/** An ultrasound of three frames, dark to bright, of 8 bits. */
export const anUltrasound = (side = 32) =>
  Buffer.from(
    aDicom({
      rows: side,
      columns: side,
      bits: 8,
      frames: 3,
      values: [40, 120, 200].flatMap((grey) => Array<number>(side * side).fill(grey)),
      more: [
        [0x0028, 0x1050, "DS", "128"],
        [0x0028, 0x1051, "DS", "256"],
      ],
    }),
  );
