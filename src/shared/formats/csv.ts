/** Spreadsheets run a cell that starts like this as a formula; a leading apostrophe makes it text. */
const FORMULA = /^[=+\-@\u2212]/;
/** Spreadsheets may skip invisible characters, and combining marks without a letter before them. */
const UNSEEN = /^[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]*/u;
/** Some programs start another cell after these. */
const BREAK = /[\t\r\n]/;

/** Digits and spaces after a plus: a phone number, which can be no more than a number in a spreadsheet. */
const PHONE = /^\+\d[\d ]{5,18}$/;

/** Excel reads full-width and other forms of a sign as the sign itself, as Unicode's NFKC does. */
function isFormula(text: string): boolean {
  const [unseen = ""] = UNSEEN.exec(text) ?? [];
  const [first = ""] = text.slice(unseen.length);
  return BREAK.test(unseen) || FORMULA.test(first.normalize("NFKC"));
}

/** Whether the leading apostrophe is a spreadsheet's mark of a text, and not typed. */
function isMarked(text: string): boolean {
  if (!text.startsWith("'")) return false;
  const rest = text.slice(1);
  return rest === "" || /^\d/.test(rest) || isFormula(rest) || isMarked(rest);
}

/** A formula that only keeps a text from being read as a number. */
const TEXT_FORMULA = /^="([^"]*)"$/;

/**
 * A cell without the mark that makes it text, `'+63 917…`, `'00123` or `="00123"`; alone, the mark is an empty cell.
 */
export const unmarked = (text: string): string =>
  isMarked(text) ? text.slice(1) : (TEXT_FORMULA.exec(text)?.[1] ?? text);

/** A text, or a number of ours, which may be negative: spreadsheets sum it. */
export type Cell = string | { number: string };

function cell(value: Cell): string {
  if (typeof value === "object") {
    if (!/^-?\d+(\.\d+)?$/.test(value.number)) throw new RangeError(`Not a number: ${value.number}`);
    return value.number;
  }
  const text = value;
  const isSafe = PHONE.test(text) || !(isFormula(text) || isMarked(text));
  const safe = isSafe ? text : `'${text}`;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Excel needs it to read ñ and ₱. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Rows as CSV (RFC 4180, CRLF), to append to others. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** A whole file: rows after a byte-order mark. */
export const csv = (rows: readonly (readonly Cell[])[]): string => BYTE_ORDER_MARK + csvRows(rows);
