import libheif from "libheif-js/wasm-bundle.js";
import sharp from "sharp";

export type HeicRead = { jpeg: Uint8Array } | { problem: string };

/** More than an iPhone takes (48 million). */
const MAX_PIXELS = 50_000_000;
/** Enough to read a page of letters; the JPEG stays below 10 MB. */
const MAX_SIDE = 6000;
const QUALITY = 88;

const damaged = {
  problem: "This HEIC picture is damaged or of a kind that can't be read. Save it as JPEG and send that.",
};

/** The first picture of a HEIC file, upright, in its own colors, without place and time. */
export async function heicAsJpeg(bytes: Uint8Array): Promise<HeicRead> {
  const file = Buffer.from(bytes);
  if (file.toString("latin1", 4, 8) !== "ftyp") return { problem: "This isn't a valid HEIC picture." };
  const [image] = new libheif.HeifDecoder().decode(file);
  if (!image) return damaged;
  try {
    const [width, height] = [image.get_width(), image.get_height()];
    if (width * height > MAX_PIXELS)
      return { problem: "The picture has too many pixels. Make it smaller and send it again." };
    const drawn = await new Promise<Uint8ClampedArray | null>((resolve) => {
      const data = new Uint8ClampedArray(width * height * 4);
      image.display({ data, width, height }, (picture) => resolve(picture?.data ?? null));
    });
    if (!drawn) return damaged;
    const jpeg = await sharp(drawn, { raw: { width, height, channels: 4 } })
      .flatten({ background: "#ffffff" })
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .toBuffer();
    return { jpeg: withProfile(jpeg, profileOf(file)) };
  } finally {
    image.free();
  }
}

/** A JPEG's segment has room for a profile of this many bytes. */
const MOST_OF_PROFILE = 65_000;

/** The ICC profile (`colr` box of the type `prof`): an iPhone's colors are Display P3, not sRGB. */
function profileOf(file: Buffer): Buffer | null {
  const at = file.indexOf("colrprof", 0, "latin1");
  if (at < 4) return null;
  const size = file.readUInt32BE(at - 4);
  const end = at - 4 + size;
  return size > 12 + 128 && size < MOST_OF_PROFILE && end <= file.length ? file.subarray(at + 8, end) : null;
}

/** With the profile as an APP2 segment behind the first two bytes (ICC.1, annex B.4). */
function withProfile(jpeg: Buffer, profile: Buffer | null): Uint8Array {
  if (!profile) return jpeg;
  const head = Buffer.from("\xff\xe2\0\0ICC_PROFILE\0\x01\x01", "latin1");
  head.writeUInt16BE(profile.length + head.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, profile, jpeg.subarray(2)]);
}
