import { crc32 } from "node:zlib";
import type { Bytes } from "./bytes.ts";

/** In pixels. No scanner produces more, and larger pictures would freeze the browser. */
const mostPixels = 100_000_000;

const notThat = (what: string) => `This isn't a valid ${what} picture.`;

const incomplete = "This picture is damaged or incomplete. Save it again and upload the new copy.";

/** Reads the dimensions of a picture, and whether it is there as a whole; it is not decoded. */
export async function findPictureFault(bytes: Bytes, format: "jpeg" | "png"): Promise<string | null> {
  const pixels = await (format === "png" ? pngPixels(bytes) : jpegPixels(bytes));
  if (pixels === null) return notThat(format === "png" ? "PNG" : "JPEG");
  if (pixels === 0) return "This picture is damaged: its size is missing.";
  if (pixels > mostPixels) return "The picture is larger than 100 megapixels. Make it smaller first.";
  return (await (format === "png" ? isWholePng(bytes) : isWholeJpeg(bytes))) ? null : incomplete;
}

const pngStart = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

async function pngPixels({ read }: Bytes): Promise<number | null> {
  const head = await read(0, 24);
  if (head.length < 24 || !head.subarray(0, 16).equals(pngStart)) return null;
  return head.readUInt32BE(16) * head.readUInt32BE(20);
}

/** Bytes that are read at a time. */
const PIECE = 256 * 1024;
/** Programs write chunks of 8 kB or more. */
const MOST_CHUNKS = 20_000;

/** Every chunk up to the end, those that a decoder needs with the right checksum (PNG, sections 5.3 and 5.4). */
async function isWholePng({ size, read }: Bytes): Promise<boolean> {
  let position = 8;
  for (let chunk = 0; chunk < MOST_CHUNKS && position + 12 <= size; chunk += 1) {
    const head = await read(position, 8);
    const end = position + 8 + head.readUInt32BE(0);
    if (end + 4 > size) return false;
    const isNeeded = ((head[4] ?? 0) & 0x20) === 0;
    if (isNeeded) {
      let sum = crc32(head.subarray(4));
      for (let at = position + 8; at < end; at += PIECE)
        sum = crc32(await read(at, Math.min(PIECE, end - at)), sum);
      if ((await read(end, 4)).readUInt32BE(0) !== sum) return false;
    }
    if (head.toString("latin1", 4) === "IEND") return true;
    position = end + 4;
  }
  return false;
}

async function jpegPixels(bytes: Bytes): Promise<number | null> {
  for await (const { marker, head } of segmentsOf(bytes)) {
    if (isFrame(marker)) return head.readUInt16BE(5) * head.readUInt16BE(7);
    // The image data started, or ended, without a size before it.
    if (marker === SCAN || marker === END) return null;
  }
  return null;
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
const SCAN = 0xda;
const END = 0xd9;

/**
 * Whether the image data comes to its end marker, which cannot occur within it (ITU T.81 B.1.1.5). Browsers draw what is
 * missing as a gray area and say nothing.
 */
async function isWholeJpeg(bytes: Bytes): Promise<boolean> {
  for await (const { marker, position } of segmentsOf(bytes)) {
    if (marker !== SCAN) continue;
    for (let at = position; at < bytes.size; at += PIECE - 1)
      if ((await bytes.read(at, PIECE)).includes("\xff\xd9", 0, "latin1")) return true;
    return false;
  }
  return false;
}

/** A JPEG's segments up to the image data: where each begins, and its first 9 bytes (ITU T.81 B.1.1). */
async function* segmentsOf({ size, read }: Bytes) {
  if ((await read(0, 3)).toString("hex") !== "ffd8ff") return;
  let position = 2;
  for (let segment = 0; segment < 1000 && position + 9 <= size; segment += 1) {
    const head = await read(position, 9);
    const marker = head[1] ?? 0;
    if (head[0] !== 0xff) return;
    if (marker === 0xff) {
      position += 1;
      continue;
    }
    yield { marker, position, head };
    position += isAlone(marker) ? 2 : 2 + Math.max(2, head.readUInt16BE(2));
  }
}
