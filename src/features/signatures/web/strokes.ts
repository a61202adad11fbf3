export type Point = { x: number; y: number };
/** What was drawn between putting the pen down and lifting it. */
export type Stroke = readonly Point[];

/** CSS pixels. */
export const INK_WIDTH = 2.4;
export const INK = "#101418";

const mid = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A curve through the middles of its pieces, which rounds the corners of the device's points. A dot is a short line. */
export function pathOf(stroke: Stroke): string {
  const [first, ...others] = stroke;
  if (!first) return "";
  const last = others.at(-1);
  if (!last) return `M${at(first)} l0.1 0`;
  const curves = others.slice(0, -1).map((point, index) => {
    const next = others[index + 1] ?? last;
    return `Q${at(point)} ${at(mid(point, next))}`;
  });
  return [`M${at(first)}`, ...curves, `L${at(last)}`].join(" ");
}

/** Pixels of the picture for each CSS pixel. */
const SHARPNESS = 3;

/** The picture of the strokes alone, without the pad around them, on a transparent ground; null if it cannot be made. */
export function pictureOf(strokes: readonly Stroke[]): Promise<Blob | null> {
  const points = strokes.flat();
  const left = Math.min(...points.map(({ x }) => x)) - INK_WIDTH;
  const top = Math.min(...points.map(({ y }) => y)) - INK_WIDTH;
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil((Math.max(...points.map(({ x }) => x)) + INK_WIDTH - left) * SHARPNESS);
  canvas.height = Math.ceil((Math.max(...points.map(({ y }) => y)) + INK_WIDTH - top) * SHARPNESS);
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.scale(SHARPNESS, SHARPNESS);
  pen.translate(-left, -top);
  pen.strokeStyle = INK;
  pen.lineWidth = INK_WIDTH;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  for (const stroke of strokes) pen.stroke(new Path2D(pathOf(stroke)));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
