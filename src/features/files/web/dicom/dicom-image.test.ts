import { expect, test } from "vitest";
import { type Frame, paintGrey, readFrame, wholeRange } from "./dicom-image.ts";

const shades = (rgba: Uint8ClampedArray) => [...rgba].filter((_, at) => at % 4 === 0);

test("a window maps values from black to white, and MONOCHROME1 inverts them", () => {
  const pixels = [1024, 1064, 1104, 3000].flatMap((value) => [value >> 8, value & 255, 0, 255]);
  const frame = readFrame(Uint8ClampedArray.from(pixels), { grey: { isWide: true, least: 0 } }) as Frame & {
    kind: "grey";
  };
  const shown = { level: 40, width: 81, isInverted: false };
  expect(shades(paintGrey(frame, { slope: 1, intercept: -1024 }, shown))).toEqual([2, 129, 255, 255]);
  expect(shades(paintGrey(frame, { slope: 1, intercept: -1024 }, { ...shown, isInverted: true }))).toEqual([
    253, 126, 0, 0,
  ]);
  expect(wholeRange(frame, { slope: 2, intercept: -1000 })).toMatchObject({
    level: 3024,
    width: 3952,
  });
});
