import { crc32, deflateSync } from "node:zlib";

/** A PNG (ISO 15948) of 8-bit samples: one a pixel is gray, three are red, green and blue. */
export function encodePng(
  samples: Uint8Array | Uint8ClampedArray,
  columns: number,
  rows: number,
  perPixel: 1 | 3,
): Buffer {
  const line = columns * perPixel;
  const lines = Buffer.alloc((line + 1) * rows);
  for (let row = 0; row < rows; row += 1)
    lines.set(samples.subarray(row * line, (row + 1) * line), row * (line + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  header.set([8, perPixel === 1 ? 0 : 2], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines, { level: 3 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
