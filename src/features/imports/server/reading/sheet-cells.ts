import { dayOfSerial } from "../values/list-dates.ts";
import { columnLetters, MAX_COLUMNS } from "./list-builder.ts";
import { RefusedList } from "./refused-list.ts";
import type { PartReader, Workbook } from "./workbook.ts";

type Cell = {
  column: number;
  type: string;
  style: number;
  value: string;
  isValue: boolean;
  isFormula: boolean;
};

/** Reads the rows of a sheet as text. A formula yields its saved value. */
export class SheetCells implements PartReader {
  private readonly workbook: Workbook;
  private readonly onRow: (rowNo: number, cells: string[], isHidden: boolean) => void;
  private rowNo = 0;
  private isHidden = false;
  private row: string[] = [];
  private cell: Cell | null = null;
  private isIn: "value" | "text" | null = null;

  constructor(workbook: Workbook, onRow: (rowNo: number, cells: string[], isHidden: boolean) => void) {
    this.workbook = workbook;
    this.onRow = onRow;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "row") {
      this.rowNo = Number(attributes.r ?? this.rowNo + 1);
      this.row = [];
      this.isHidden = ["1", "true"].includes(attributes.hidden ?? "");
    } else if (name === "c") {
      this.cell = {
        column: columnOf(attributes.r) ?? this.row.length,
        type: attributes.t ?? "n",
        style: Number(attributes.s ?? 0),
        value: "",
        isValue: false,
        isFormula: false,
      };
    } else if (this.cell && name === "f") this.cell.isFormula = true;
    else if (this.cell && name === "v") this.begin("value");
    else if (this.cell && name === "t") this.begin("text");
    else if (name === "rPh") this.isIn = null;
  }

  text(text: string): void {
    if (this.cell && this.isIn) this.cell.value += text;
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.isIn = null;
    else if (name === "c" && this.cell) {
      this.end(this.cell);
      this.cell = null;
    } else if (name === "row") this.onRow(this.rowNo, this.row, this.isHidden);
  }

  private begin(what: "value" | "text"): void {
    this.isIn = what;
    if (this.cell) this.cell.isValue = true;
  }

  private end(cell: Cell): void {
    const { column, isFormula, isValue } = cell;
    if (isFormula && !isValue)
      throw new RefusedList(
        `Cell ${columnLetters(column)}${this.rowNo} has a formula without a saved value. Open the list in a spreadsheet program, save it and choose it again.`,
      );
    const text = this.textOf(cell);
    // Formatted empty cells extend to the last column.
    if (text.trim() === "") return;
    if (column >= MAX_COLUMNS)
      throw new RefusedList(
        `The list has more than ${MAX_COLUMNS} columns. Delete what does not belong to patients and save it again.`,
      );
    while (this.row.length < column) this.row.push("");
    this.row[column] = text;
  }

  private textOf({ type, style, value }: Cell): string {
    switch (type) {
      case "s":
        return unescaped(this.workbook.sharedTexts[Number(value)] ?? "");
      case "b":
        return value === "1" ? "Yes" : "No";
      case "d":
        return value.slice(0, 10);
      case "n":
        return this.numberText(value, style);
      default:
        return unescaped(value);
    }
  }

  private numberText(value: string, style: number): string {
    const number = Number(value);
    if (value === "" || !Number.isFinite(number)) return value;
    const { isDate = false, digits = 0, unit = "" } = this.workbook.styles[style] ?? {};
    const day = isDate ? dayOfSerial(number, this.workbook.is1904) : null;
    if (day !== null) return day;
    // 98% is stored as 0.98.
    if (unit === "%") return `${Number((number * 100).toPrecision(12))}%`;
    return `${digitsText(number, digits)}${unit && ` ${unit}`}`;
  }
}

function digitsText(number: number, digits: number): string {
  if (!Number.isSafeInteger(number) || number < 0) return String(number);
  return BigInt(number).toString().padStart(digits, "0");
}

/** "AB12" is 27; null without a reference. */
export function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? "")?.[1];
  if (!letters) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Spreadsheets escape characters that XML does not allow as _x000D_. */
const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
