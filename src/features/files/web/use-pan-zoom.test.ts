import { expect, test } from "vitest";
import { clamped, fitScale, zoomedAt } from "./use-pan-zoom.ts";

const stage = { width: 400, height: 300 };
const picture = { width: 800, height: 600 };
const rest = { zoom: 1, x: 0, y: 0, turn: 0 };

test("a picture fits its stage, also when rotated", () => {
  expect(fitScale(stage, picture, 0)).toBe(0.5);
  expect(fitScale(stage, picture, 90)).toBe(0.375);
});

test("it pans only as far as it overflows, and is never smaller than fitting", () => {
  expect(clamped({ ...rest, x: 50, zoom: 0.2 }, stage, picture)).toEqual(rest);
  expect(clamped({ ...rest, zoom: 2, x: 999, y: -999 }, stage, picture)).toMatchObject({ x: 200, y: -150 });
});

test("the point under the pointer stays there", () => {
  const at = { x: 100, y: -50 };
  const after = zoomedAt(rest, 2, at);
  expect(after).toMatchObject({ zoom: 2, x: -100, y: 50 });
  // The same point of the picture, before and after.
  expect([(at.x - after.x) / after.zoom, (at.y - after.y) / after.zoom]).toEqual([at.x, at.y]);
});
