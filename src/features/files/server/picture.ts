import type { Bytes } from "./bytes.ts";

/** In pixels. No scanner produces more, and larger pictures would freeze the browser. */
const mostPixels = 100_000_000;

const notThat = (what: string) => `This isn't a valid ${what} picture.`;

/** Reads only the dimensions of a picture; it is not decoded. */
export async function findPictureFault(bytes: Bytes, format: "jpeg" | "png"): Promise<string | null> {
  const pixels = await (format === "png" ? pngPixels(bytes) : jpegPixels(bytes));
  if (pixels === null) return notThat(format === "png" ? "PNG" : "JPEG");
  if (pixels === 0) return "This picture is damaged: its size is missing.";
  return pixels > mostPixels ? "The picture is larger than 100 megapixels. Make it smaller first." : null;
}

const pngStart = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

async function pngPixels({ size, read }: Bytes): Promise<number | null> {
  const head = await read(0, 24);
  if (head.length < 24 || !head.subarray(0, 16).equals(pngStart)) return null;
  const tail = await read(Math.max(0, size - 4096), 4096);
  if (!tail.includes("IEND")) return null;
  return head.readUInt32BE(16) * head.readUInt32BE(20);
}

/** Reads segment by segment up to the frame header (ITU T.81), which contains the dimensions. */
async function jpegPixels({ size, read }: Bytes): Promise<number | null> {
  if ((await read(0, 3)).toString("hex") !== "ffd8ff") return null;
  let position = 2;
  for (let segment = 0; segment < 1000 && position + 9 <= size; segment += 1) {
    const head = await read(position, 9);
    const marker = head[1] ?? 0;
    if (head[0] !== 0xff) return null;
    if (marker === 0xff) {
      position += 1;
      continue;
    }
    if (isFrame(marker)) return head.readUInt16BE(5) * head.readUInt16BE(7);
    // The image data started, or ended, without a size before it.
    if (marker === 0xda || marker === 0xd9) return null;
    position += isAlone(marker) ? 2 : 2 + Math.max(2, head.readUInt16BE(2));
  }
  return null;
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
