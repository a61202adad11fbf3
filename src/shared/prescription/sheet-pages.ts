import { Failure } from "#shared/errors.ts";
import { type PlacedRow, paginate } from "#shared/paginate.ts";
import { MM, type PaperSize, SIZE_IN_POINTS } from "#shared/paper-size.ts";
import type { Pen } from "#shared/set-text.ts";
import { DENSE_FROM_LINES, type Sheet } from "./sheet.ts";
import { blocksOf, DENSITIES, type Density, footOfPage, type Page, topOfPage } from "./sheet-layout.ts";

const NARROW_SIDE = 11 * MM;
const WIDE_SIDE = 20 * MM;

/** Points between the patient and the signature. */
const MIN_SPACE = 40;
const NO_SPACE = "The names and addresses don't fit on this paper. Shorten them or choose a larger size.";

/** Tries the tightest layout last; from five medicines on the loose one is skipped. */
function layOut(page: Omit<Page, "density">): { page: Page; pages: PlacedRow[][] } {
  const [roomy, dense, tight] = DENSITIES;
  const tried: readonly Density[] =
    page.sheet.lines.length < DENSE_FROM_LINES ? [roomy, dense, tight] : [dense, tight];
  const attempts = tried.map((density) => {
    const full = { ...page, density };
    const [top, bottom] = [topOfPage(full, false), footOfPage(full, 1, 1, false)];
    // Without space every line would take a page of its own, and print over the doctor's name.
    if (bottom - top < MIN_SPACE) throw new Failure("unusable", NO_SPACE);
    return { page: full, pages: paginate(blocksOf(full), top, bottom) };
  });
  // If two pages are needed anyway, readability matters more than saving paper.
  const inDense = attempts.find(({ page: full }) => full.density === dense);
  const chosen = attempts.find(({ pages }) => pages.length === 1) ?? inDense;
  if (!chosen) throw new Error("No density was tried");
  return chosen;
}

/**
 * Draws the sheet on as many pages as needed, each begun by `pen.turnPage`. Paper and screen both use it, so the
 * preview equals the print. The caller checks `sheet.problems`.
 */
export function drawSheet(sheet: Sheet, paper: PaperSize, pen: Pen): void {
  const [width, height] = SIZE_IN_POINTS[paper];
  const { page, pages } = layOut({
    pen,
    sheet,
    width,
    height,
    side: width > 420 ? WIDE_SIDE : NARROW_SIDE,
  });
  for (const copy of sheet.copies.length > 0 ? sheet.copies : [undefined]) {
    for (const [index, placed] of pages.entries()) {
      pen.turnPage();
      topOfPage(page, true);
      for (const { row, y } of placed) row.draw(y);
      footOfPage({ ...page, copy }, index + 1, pages.length, true);
    }
  }
}
