import { Failure } from "#shared/errors.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { PRINTED_ROWS_AT_MOST } from "#shared/print-limit.ts";

/** All rows of a print together; 5,000 ordinary ones have a third of it. */
const PRINTED_LETTERS_AT_MOST = 10_000_000;

const lettersOf = (row: unknown): number => {
  let letters = 0;
  for (const value of Object.values(row as object)) if (typeof value === "string") letters += value.length;
  return letters;
};

/**
 * All rows of a list for printing, or none: an incomplete print would look complete.
 * @throws Failure too_large above the number of rows a print may have
 */
export async function allForPrint<Row>(chunks: AsyncGenerator<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  let letters = 0;
  for await (const chunk of chunks) {
    rows.push(...chunk);
    for (const row of chunk) letters += lettersOf(row);
    if (rows.length > PRINTED_ROWS_AT_MOST || letters > PRINTED_LETTERS_AT_MOST)
      throw new Failure(
        "too_large",
        `More than ${formatCount(PRINTED_ROWS_AT_MOST)} rows cannot be printed. Filter the list, or export it.`,
      );
  }
  return rows;
}
