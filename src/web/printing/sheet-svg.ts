import { Failure, Unprintable } from "#shared/errors.ts";
import { printProblem } from "#shared/formats/printable.ts";
import type { PaperSize } from "#shared/paper-size.ts";
import type { Font, Pen, Run, TextStyle } from "#shared/set-text.ts";

type SheetText = Run & { x: number; y: number; size: number; color: string };
type SheetRule = {
  x: number;
  y: number;
  to: number;
  weight: number;
  color: string;
  isDashed: boolean;
};
type SheetPath = { shape: string; x: number; y: number; size: number };
/** The content of one page, in points from its upper left corner. */
export type SheetPage = { texts: SheetText[]; rules: SheetRule[]; paths: SheetPath[] };

export const FONT_WEIGHTS: Record<Font, number> = { regular: 400, medium: 500, semibold: 600 };
const FAMILY = '"Inter Variable"';
const MEASURED_AT = 100;
const MOST_CACHED = 5000;

const context = (): CanvasRenderingContext2D | null =>
  typeof CanvasRenderingContext2D === "undefined" ? null : document.createElement("canvas").getContext("2d");

/** Text widths as the browser renders Inter; where nothing can be measured, those of an average character. */
function measure(): Pen["widthOf"] {
  const drawing = context();
  if (!drawing) return (text, _font, size) => text.length * size * 0.55;
  const known = new Map<string, number>();
  return (text, font, size) => {
    const key = `${font} ${text}`;
    let width = known.get(key);
    if (width === undefined) {
      drawing.font = `${FONT_WEIGHTS[font]} ${MEASURED_AT}px ${FAMILY}, sans-serif`;
      width = drawing.measureText(text).width / MEASURED_AT;
      if (known.size > MOST_CACHED) known.clear();
      known.set(key, width);
    }
    return width * size;
  };
}

/** Characters. All fields at their limits have fewer; more would block the page during layout. */
const DRAWN_AT_MOST = 100_000;

/** A page's content as data, and its layout: the same that makes the PDF. */
export type Drawable = { sheet: object; draw: (paper: PaperSize, pen: Pen) => void };

/** The pages of a sheet, or the reason why there are none. */
export function pagesOrProblem(
  drawPages: ReturnType<typeof sheetDrawer>,
  { sheet, draw }: Drawable,
  paper: PaperSize,
): { pages: SheetPage[]; problem: string | null } {
  if (JSON.stringify(sheet).length > DRAWN_AT_MOST)
    return { pages: [], problem: "This text is too long to show as a page. Shorten it to see the preview." };
  try {
    return { pages: drawPages(draw, paper), problem: null };
  } catch (error) {
    if (error instanceof Failure) return { pages: [], problem: error.message };
    throw error;
  }
}

/** Loads the page's font; true if it had not been loaded, so that earlier measurements are wrong. */
export async function fontArrived(): Promise<boolean> {
  if (!document.fonts) return false;
  const wanted = Object.values(FONT_WEIGHTS).map((weight) => `${weight} 10px ${FAMILY}`);
  if (wanted.every((font) => document.fonts.check(font))) return false;
  await Promise.all(wanted.map((font) => document.fonts.load(font).catch(() => []))).catch(() => []);
  return true;
}

/** Lays out pages and caches text widths; create a new one after the font has loaded. */
export function sheetDrawer(): (draw: Drawable["draw"], paper: PaperSize) => SheetPage[] {
  const widthOf = measure();
  return (draw, paper) => {
    const pages: SheetPage[] = [];
    const page = () => pages.at(-1) ?? { texts: [], rules: [], paths: [] };
    const pen: Pen = {
      widthOf,
      turnPage: () => pages.push({ texts: [], rules: [], paths: [] }),
      text: (run: Run, x: number, y: number, { size, color }: TextStyle) => {
        // A browser would draw it from another font; the paper cannot.
        const problem = printProblem(run.text);
        if (problem) throw new Unprintable(`${problem}.`);
        page().texts.push({ ...run, x, y, size, color });
      },
      rule: (x, y, to, { weight, color, isDashed = false }) =>
        page().rules.push({ x, y, to, weight, color, isDashed }),
      path: (shape, x, y, size) => page().paths.push({ shape, x, y, size }),
    };
    draw(paper, pen);
    return pages;
  };
}
