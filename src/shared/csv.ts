/** A spreadsheet runs a cell that begins so; an apostrophe in front makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Excel reads ñ and ₱ by it. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Rows as CSV (RFC 4180, CRLF), to follow others. */
export const csvRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** A whole file: rows after a byte-order mark. */
export const csv = (rows: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + csvRows(rows);
