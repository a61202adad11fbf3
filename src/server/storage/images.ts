import type sharp from "sharp";
import { Failure } from "#shared/errors.ts";
import { ClinicQueue } from "../clinic-queue.ts";
import { onceAsync } from "../once-async.ts";

/** More than any phone takes; a picture of thirty thousand pixels squared would fill the memory. */
const MAX_PIXELS = 64_000_000;
/** Bytes of a decoded picture: 64 megapixels of 24 bits. With 64 bits a pixel that is 25 megapixels. */
const MAX_DECODED = 3 * MAX_PIXELS;
/** From this many decoded bytes on, pictures are drawn one at a time. */
const LARGE_DECODED = 48_000_000;
const MAX_SECONDS = 10;

/** Loaded with the first picture, since it takes 50 ms and 10 MB and most hours have none. */
const loadReader = onceAsync(async (): Promise<typeof sharp> => {
  const { default: loaded } = await import("sharp");
  // The first bytes select the decoder. Others (SVG, PDF, TIFF, HEIF …) are blocked.
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
  // Leaves a core for requests.
  loaded.concurrency(1);
  return loaded;
});

type Shape = {
  /** Maximum pixels. */
  width: number;
  height: number;
  /** `cover` fills the size and crops, `inside` fits the whole picture. */
  fit: "cover" | "inside";
  /** JPEG turns transparency white, PNG keeps it. */
  as: "jpeg" | "png";
};

/**
 * Redraws a picture: upright, without metadata such as place and time, and only the first frame of an animation. Its type
 * is detected from its bytes.
 * @throws Failure 415 or 413 with the field's name if it is not an accepted type, is damaged or has too many pixels; 503
 * if too many pictures wait
 */
export async function redrawPicture(
  clinicId: number,
  bytes: Buffer,
  { width, height, fit, as }: Shape,
  field: string,
) {
  if (looksLikeSvg(bytes))
    throw refused(
      "wrong_type",
      field,
      "SVG images are not accepted, because they can carry programs. Save it as PNG or JPEG and send that.",
    );
  if (!isKnown(bytes)) throw refused("wrong_type", field, "Use PNG, JPEG, WebP or GIF.");
  const read = await loadReader();
  const options = { limitInputPixels: MAX_PIXELS, pages: 1, sequentialRead: true } as const;
  const decoded = await decodedBytes(read(bytes, options)).catch((error: unknown) => {
    throw unreadable(error, field);
  });
  if (decoded > MAX_DECODED) throw tooManyPixels(field);
  const drawn = read(bytes, options)
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width, height, fit, withoutEnlargement: fit === "inside" });
  const written =
    as === "png"
      ? drawn.png({ compressionLevel: 9 })
      : drawn.flatten({ background: "#ffffff" }).jpeg({ quality: 82, mozjpeg: true });
  try {
    const lane = lanes[decoded > LARGE_DECODED ? "large" : "small"];
    return await lane.run(clinicId, () => written.toBuffer(), isTimeout);
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(error, field);
  }
}

/** Reads only the header. An interlaced or rotated picture is decoded in memory, whatever its file's size. */
async function decodedBytes(picture: ReturnType<typeof sharp>): Promise<number> {
  const { width, height, channels, depth } = await picture.metadata();
  return width * height * channels * (bytesOfSample[depth] ?? 1);
}

const bytesOfSample: Record<string, number> = { ushort: 2, short: 2, float: 4 };

const tooManyPixels = (field: string) =>
  refused("too_large", field, "The picture has too many pixels. Make it smaller and send it again.");

const unreadable = (error: unknown, field: string) =>
  /pixel limit/i.test(String(error))
    ? tooManyPixels(field)
    : refused("wrong_type", field, "The picture cannot be read. It may be damaged.");

const busy = (retryAfter: number) => () =>
  new Failure(
    "pictures_busy",
    "Many pictures are being uploaded. Please try again in a few seconds.",
    {},
    retryAfter,
  );

const suspended = (seconds: number) =>
  new Failure(
    "pictures_busy",
    "Your clinic's last pictures took too long to read. Please try again in a minute.",
    {},
    seconds,
  );

const limits = {
  concurrency: 1,
  queueTimeoutMs: 30_000,
  maxQueued: 40,
  maxQueuedPerClinic: 8,
  maxWastedMs: 25_000,
};

/**
 * One large picture and one small one are drawn at a time: a large one may fill 200 MB, and two of the four threads stay
 * free for files and passwords. Small ones do not wait for large ones.
 */
const lanes = {
  large: new ClinicQueue(limits, { busy: busy(10), suspended }),
  small: new ClinicQueue(limits, { busy: busy(5), suspended }),
};

/** sharp's error for a picture that took longer than its timeout. */
const isTimeout = (error: unknown) => /timeout/i.test(String(error));

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
