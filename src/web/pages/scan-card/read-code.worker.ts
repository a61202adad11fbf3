import { decodeQR } from "qr/decode.js";

// Off the page's own thread: on a cheap phone one picture takes longer than a frame.
addEventListener("message", ({ data }: MessageEvent<ImageData>) => {
  let text: string | null = null;
  try {
    text = decodeQR(data);
  } catch {
    // No code in this picture.
  }
  postMessage(text);
});
