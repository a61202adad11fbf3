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

test("limits the bytes of a decoded picture, not only its pixels", async () => {
  const deep = (size: number) =>
    sharp({ create: { width: size, height: size, channels: 4, background: "#1f6f5c" } })
      .toColourspace("rgb16")
      .png({ progressive: true })
      .toBuffer();
  expect(await draw(await deep(400))).toBeInstanceOf(Buffer);
  // 36 megapixels of 64 bits are 288 MB.
  await expect(draw(await deep(6000))).rejects.toMatchObject({ code: "too_large" });
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
  const bomb = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  const { crc32 } = await import("node:zlib");
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  await expect(draw(bomb)).rejects.toMatchObject({ code: "too_large" });
});

const large = () =>
  sharp({ create: { width: 4200, height: 4200, channels: 3, background: "#a33" } })
    .webp()
    .toBuffer();

test("draws one large picture at a time, since each may fill 200 MB", async () => {
  const bytes = await large();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, sharp.counters().process);
  }, 1);
  const drawn = Array.from({ length: 6 }, (_, at) => redrawPicture(at % 3, bytes, square, "photo"));
  expect(await Promise.all(drawn)).toHaveLength(6);
  clearInterval(watch);
  expect(most).toBeGreaterThan(0);
  expect(most).toBe(1);
});

test("a clinic that sends many large pictures waits, and is refused with a message", async () => {
  const bytes = await large();
  let drawn = 0;
  const flood = Array.from({ length: 24 }, () =>
    redrawPicture(11, bytes, square, "photo").then(
      () => {
        drawn += 1;
      },
      (refused: unknown) => refused,
    ),
  );
  // The threads that read their sizes decide which of them find the queue full.
  const refusals = flood.map(async (one) => (await one) ?? Promise.reject(new Error("It was drawn.")));
  expect(await Promise.any(refusals)).toMatchObject({
    status: 503,
    code: "pictures_busy",
    retryAfter: 10,
    message: "Many pictures are being uploaded. Please try again in a few seconds.",
  });
  expect(await redrawPicture(12, bytes, square, "photo")).toBeInstanceOf(Buffer);
  expect(drawn).toBeLessThan(4);
  await Promise.all(flood);
});
