import { decodeQR } from "qr/decode.js";

/** px. Enough for a card at arm's length; more would only be slower. */
const SIDE = 720;

// In a worker: on a cheap phone one picture takes longer than a frame.
const canvas = new OffscreenCanvas(SIDE, SIDE);
const pen = canvas.getContext("2d", { willReadFrequently: true });

addEventListener("message", ({ data: picture }: MessageEvent<VideoFrame | ImageBitmap>) => {
  const [width, height] =
    "displayWidth" in picture
      ? [picture.displayWidth, picture.displayHeight]
      : [picture.width, picture.height];
  // The center, which is what the user sees.
  const side = Math.min(width, height);
  const small = Math.min(side, SIDE);
  pen?.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, small, small);
  picture.close();
  let text: string | null = null;
  try {
    if (pen) text = decodeQR(pen.getImageData(0, 0, small, small));
  } catch {
    // No code in this frame.
  }
  postMessage(text);
});
