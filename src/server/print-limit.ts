import { formatCount } from "#shared/counts.ts";
import { Failure } from "#shared/errors.ts";
import { PRINTED_ROWS_AT_MOST } from "#shared/print-limit.ts";

/**
 * Every row of a list for paper, or none: a print that lacks rows would look whole.
 * @throws Failure too_large when there are more than a print may hold.
 */
export async function allForPrint<Row>(chunks: AsyncGenerator<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const chunk of chunks) {
    rows.push(...chunk);
    if (rows.length > PRINTED_ROWS_AT_MOST)
      throw new Failure(
        "too_large",
        `More than ${formatCount(PRINTED_ROWS_AT_MOST)} rows cannot be printed. Filter the list, or export it.`,
      );
  }
  return rows;
}
