import { decodeQR } from "qr/decode.js";

/** px. A card held at arm's length is still read; more would only take longer. */
const SIDE = 720;

// Off the page's own thread: on a cheap phone one picture takes longer than a frame.
const canvas = new OffscreenCanvas(SIDE, SIDE);
const pen = canvas.getContext("2d", { willReadFrequently: true });

addEventListener("message", ({ data: picture }: MessageEvent<VideoFrame | ImageBitmap>) => {
  const [width, height] =
    "displayWidth" in picture
      ? [picture.displayWidth, picture.displayHeight]
      : [picture.width, picture.height];
  // The middle, which is what the user sees of it.
  const side = Math.min(width, height);
  const small = Math.min(side, SIDE);
  pen?.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, small, small);
  picture.close();
  let text: string | null = null;
  try {
    if (pen) text = decodeQR(pen.getImageData(0, 0, small, small));
  } catch {
    // No code in this picture.
  }
  postMessage(text);
});
