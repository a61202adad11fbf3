import { Failure } from "#shared/errors.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { PRINTED_ROWS_AT_MOST } from "#shared/print-limit.ts";

/** Of all rows of a print; 5,000 ordinary ones have a third of it. */
const MAX_PRINTED_CHARS = 10_000_000;

const charsOf = (row: unknown): number => {
  let chars = 0;
  for (const value of Object.values(row as object)) if (typeof value === "string") chars += value.length;
  return chars;
};

/**
 * All rows of a list for printing, or none: an incomplete print would look complete.
 * @throws Failure too_large above the number of rows a print may have
 */
export async function allForPrint<Row>(chunks: AsyncGenerator<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  let chars = 0;
  for await (const chunk of chunks) {
    rows.push(...chunk);
    for (const row of chunk) chars += charsOf(row);
    if (rows.length > PRINTED_ROWS_AT_MOST || chars > MAX_PRINTED_CHARS)
      throw new Failure(
        "too_large",
        `More than ${formatCount(PRINTED_ROWS_AT_MOST)} rows cannot be printed. Filter the list, or export it.`,
      );
  }
  return rows;
}
