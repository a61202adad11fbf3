import sharp from "sharp";
import { expect, test } from "vitest";
import { redrawPicture } from "./images.ts";

const square = { width: 64, height: 64, fit: "cover", as: "jpeg" } as const;

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
