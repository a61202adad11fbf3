import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "uqr";

/** Chromium's fake camera: `aimCamera` sets its picture before the camera is opened. */
const video = join(tmpdir(), `klinika-camera-${process.pid}.y4m`);

export const cameraFlags = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-video-capture=${video}`,
];

const [width, height] = [640, 480];
const [table, paper, ink] = [110, 225, 25];

/** Shows a card with this code, `share` of the picture's height and turned a little; null: no card. */
export async function aimCamera(code: string | null, { share = 0.35, turn = 0.15 } = {}): Promise<void> {
  const luma = Buffer.alloc(width * height, table);
  if (code !== null) {
    // As on the card: src/shared/draw-qr.ts.
    const { data } = encode(code, { ecc: "M", border: 0 });
    const cell = (share * height) / data.length;
    const quiet = 6;
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const [right, down] = [x - width / 2, y - height / 2];
        const column = Math.floor((right * Math.cos(turn) + down * Math.sin(turn)) / cell + data.length / 2);
        const row = Math.floor((down * Math.cos(turn) - right * Math.sin(turn)) / cell + data.length / 2);
        const isCard = [column, row].every((at) => at >= -quiet && at < data.length + quiet);
        if (isCard) luma[y * width + x] = data[row]?.[column] ? ink : paper;
      }
  }
  const grey = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, grey]);
  await writeFile(
    video,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  );
}

export const removeCamera = () => rm(video, { force: true });
