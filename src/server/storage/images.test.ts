import { crc32 } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { redrawPicture } from "./images.ts";

const square = { width: 64, height: 64, fit: "cover", as: "jpeg" } as const;
const blank = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: "#1f6f5c" } });
const draw = (bytes: Buffer) => redrawPicture(1, bytes, square, "photo");

test.each([
  ["PNG", () => blank().png().toBuffer()],
  ["JPEG", () => blank().jpeg().toBuffer()],
  ["WebP", () => blank().webp().toBuffer()],
  ["GIF", () => blank().gif().toBuffer()],
] as const)("draws a %s as a square JPEG", async (_, make) => {
  const drawn = await sharp(await draw(await make())).metadata();
  expect(drawn).toMatchObject({ format: "jpeg", width: 64, height: 64 });
});

test("removes metadata, and turns the picture upright", async () => {
  const sent = await blank(300, 100)
    .composite([{ input: await blank(100, 100).negate().png().toBuffer(), left: 0, top: 0 }])
    .withExif({ IFD0: { Make: "Telepono", Orientation: "6" }, IFD3: { GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(sent).metadata()).exif).toBeDefined();
  const drawn = await redrawPicture(1, sent, { width: 90, height: 90, fit: "inside", as: "jpeg" }, "photo");
  const { exif, orientation, width, height } = await sharp(drawn).metadata();
  expect({ exif, orientation, width, height }).toEqual({
    exif: undefined,
    orientation: undefined,
    width: 30,
    height: 90,
  });
});

/** A picture of one pixel whose header tells another size, as that of a decompression bomb may. */
async function withSize(picture: ReturnType<typeof sharp>, size: number): Promise<Buffer> {
  const bytes = await picture.png().toBuffer();
  bytes.writeUInt32BE(size, 16);
  bytes.writeUInt32BE(size, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

test("limits the bytes of a decoded picture, not only its pixels", async () => {
  const deep = (size: number) =>
    sharp({ create: { width: size, height: size, channels: 4, background: "#1f6f5c" } }).toColourspace(
      "rgb16",
    );
  expect(await draw(await deep(400).png({ progressive: true }).toBuffer())).toBeInstanceOf(Buffer);
  // 36 megapixels of 64 bits are 288 MB.
  await expect(draw(await withSize(deep(1), 6000))).rejects.toMatchObject({ code: "too_large" });
});

test("keeps a PNG's transparency, and never enlarges", async () => {
  const clear = await sharp({
    create: { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const drawn = await redrawPicture(1, clear, { width: 256, height: 256, fit: "inside", as: "png" }, "logo");
  expect(await sharp(drawn).metadata()).toMatchObject({
    format: "png",
    width: 40,
    height: 20,
    hasAlpha: true,
  });
});

const svg = (before: string) =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`);

test.each([
  ["an SVG", svg("")],
  ["an SVG with a declaration", svg('\uFEFF<?xml version="1.0"?>\n<!-- logo -->')],
])("says why %s is not accepted", async (_, bytes) => {
  await expect(draw(bytes)).rejects.toMatchObject({
    code: "wrong_type",
    details: { fields: { photo: expect.stringMatching(/^SVG images are not accepted/) } },
  });
});

test.each([
  ["a text", Buffer.from("hello")],
  ["a PDF", Buffer.from("%PDF-1.4\n")],
  ["a TIFF", Buffer.from("II*\0aaaaaaaaaaaa")],
])("refuses %s", async (_, bytes) => {
  await expect(draw(bytes)).rejects.toMatchObject({
    code: "wrong_type",
    message: "Use PNG, JPEG, WebP or GIF.",
  });
});

test("refuses a truncated picture", async () => {
  const whole = await sharp({
    create: { width: 500, height: 500, channels: 3, noise: { type: "gaussian", mean: 128, sigma: 30 } },
  } as never)
    .png()
    .toBuffer();
  await expect(draw(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
    code: "wrong_type",
    message: "The picture cannot be read. It may be damaged.",
  });
});

test("refuses thirty thousand pixels squared before they fill the memory", async () => {
  await expect(draw(await withSize(blank(1, 1), 30_000))).rejects.toMatchObject({ code: "too_large" });
});
