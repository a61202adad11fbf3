import sharp from "sharp";
import { expect, test } from "vitest";
import { aHeic } from "#test/data/example-files.ts";
import { heicAsJpeg } from "./heic-as-jpeg.ts";

const converted = async (bytes: Uint8Array) => {
  const read = await heicAsJpeg(bytes);
  if ("problem" in read) throw new Error(read.problem);
  return read.jpeg;
};

test("the colors of a HEIC picture stay where they are", async () => {
  const { data, info } = await sharp(await converted(aHeic()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([64, 48, 3]);
  const colorAt = (x: number, y: number) => [...data.subarray((y * 64 + x) * 3, (y * 64 + x) * 3 + 3)];
  for (const [at, color] of [
    [colorAt(8, 24), [200, 30, 30]],
    [colorAt(56, 24), [30, 30, 200]],
  ] as const)
    for (const [index, value] of color.entries()) expect(Math.abs((at[index] ?? 0) - value)).toBeLessThan(6);
});

test("its color profile goes into the JPEG", async () => {
  const { icc } = await sharp(
    await sharp(await converted(aHeic()))
      .withIccProfile("p3")
      .toBuffer(),
  ).metadata();
  const profile = icc ?? Buffer.alloc(0);
  const box = Buffer.alloc(12);
  box.writeUInt32BE(profile.length + 12);
  box.write("colrprof", 4, "latin1");
  const jpeg = await converted(Buffer.concat([aHeic(), box, profile]));
  expect((await sharp(jpeg).metadata()).icc?.equals(profile)).toBe(true);
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["another file", Buffer.from("%PDF-1.7 and nothing else")],
  ["a part of it", aHeic().subarray(0, 300)],
  ["a changed one", Buffer.concat([aHeic().subarray(0, 480), Buffer.alloc(113, 255)])],
])("%s is refused in words, or drawn", async (_, bytes) => {
  const read = await heicAsJpeg(bytes);
  if ("problem" in read) expect(read.problem).toMatch(/HEIC picture/);
  else expect((await sharp(read.jpeg).metadata()).format).toBe("jpeg");
});
