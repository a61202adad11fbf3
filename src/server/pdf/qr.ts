import { encode } from "uqr";
import { drawQrCells } from "#shared/draw-qr.ts";
import type { Pen } from "#shared/set-text.ts";

/** A QR code in a square, with its top left corner at x, y. */
export const drawQr = (pen: Pen, text: string, square: { x: number; y: number; size: number }): void =>
  drawQrCells(pen, encode(text, { ecc: "M", border: 0 }).data, square);
