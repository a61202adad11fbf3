import type sharp from "sharp";
import { Failure } from "#shared/errors.ts";
import { loadedOnce } from "./loaded-once.ts";

/** More than any phone takes; a picture of thirty thousand pixels squared would fill the memory. */
const MAX_PIXELS = 64_000_000;
const MAX_SECONDS = 10;

/** Loaded with the first picture: it takes 50 ms and 10 MB, and most hours have none. */
const loadReader = loadedOnce(async (): Promise<typeof sharp> => {
  const { default: loaded } = await import("sharp");
  // What reads a picture is told by its first bytes. The other readers (SVG, PDF, TIFF, HEIF …) stay shut.
  loaded.block({ operation: ["VipsForeignLoad"] });
  loaded.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpBuffer",
      "VipsForeignLoadNsgifBuffer",
    ],
  });
  loaded.cache(false);
  return loaded;
});

type Shape = {
  /** Pixels at most. */
  width: number;
  height: number;
  /** `cover` fills them and cuts what is over, `inside` keeps the whole picture. */
  fit: "cover" | "inside";
  /** JPEG is white where the picture is clear, PNG keeps it clear. */
  as: "jpeg" | "png";
};

/**
 * A picture drawn anew: turned upright, without what the camera wrote about place and time, the first frame of a
 * moving one. What it is, its bytes say.
 * @throws Failure 415 or 413 with the field's name: not a picture of ours, broken, or too many pixels
 */
export async function redrawPicture(bytes: Buffer, { width, height, fit, as }: Shape, field: string) {
  if (looksLikeSvg(bytes))
    throw refused(
      "wrong_type",
      field,
      "SVG pictures are not taken, because they can carry programs. Save it as PNG or JPEG and send that.",
    );
  if (!isKnown(bytes)) throw refused("wrong_type", field, "Use a PNG, JPEG, WebP or GIF picture.");
  const read = await loadReader();
  const drawn = read(bytes, { limitInputPixels: MAX_PIXELS, pages: 1, sequentialRead: true })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width, height, fit, withoutEnlargement: fit === "inside" });
  const written =
    as === "png"
      ? drawn.png({ compressionLevel: 9 })
      : drawn.flatten({ background: "#ffffff" }).jpeg({ quality: 82, mozjpeg: true });
  try {
    return await inTurn(() => written.toBuffer());
  } catch (error) {
    throw /pixel limit/i.test(String(error))
      ? refused("too_large", field, "The picture has too many pixels. Make it smaller and send it again.")
      : refused("wrong_type", field, "The picture cannot be read. It may be damaged.");
  }
}

/**
 * Two pictures are drawn at a time: each may fill a quarter of a gigabyte, and of the four threads that files and
 * passwords need as well, two stay free.
 */
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
let turns = 0;

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  turns += 1;
  const lane = turns % lanes.length;
  const done = Promise.resolve(lanes[lane]).then(work);
  lanes[lane] = done.catch(() => undefined);
  return done;
}

const refused = (code: "too_large" | "wrong_type", field: string, message: string) =>
  new Failure(code, message, { fields: { [field]: message } });

const begins = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).toString("latin1") === text;

const isKnown = (bytes: Buffer) =>
  begins(bytes, "\x89PNG\r\n\x1a\n") ||
  begins(bytes, "\xff\xd8\xff") ||
  begins(bytes, "GIF87a") ||
  begins(bytes, "GIF89a") ||
  (begins(bytes, "RIFF") && begins(bytes, "WEBP", 8));

const looksLikeSvg = (bytes: Buffer) =>
  /^\uFEFF?\s*(?:<\?xml|<!--|<!doctype svg|<svg)/i.test(bytes.subarray(0, 400).toString("utf8")) &&
  /<svg[\s>]/i.test(bytes.subarray(0, 20_000).toString("utf8"));
