import type { CustomField } from "#features/clinics/contract.ts";
import type { ImportMapping } from "#features/imports/contract.ts";
import type { ImportKind } from "#features/imports/import-fields.ts";
import { fold } from "#shared/formats/name-search.ts";
import { targetOfHeader } from "../header-targets.ts";
import { readDate } from "./list-dates.ts";
import { type NameOrder, type NameParts, nameFromParts } from "./list-names.ts";
import { isNothing } from "./list-values.ts";

// What patients and consultations of a list are read with.

/** An error of a row: its column, or null when no column is at fault. */
export type RowFault = { column: number | null; message: string };

export type RowReading = {
  mapping: ImportMapping;
  headers: readonly string[];
  customFields: readonly Pick<
    CustomField,
    "fieldName" | "fieldType" | "fieldOptions" | "isRequired" | "isActive"
  >[];
  now: Date;
  today: string;
};

/** The limit of characters in a cell that is parsed: longer ones would block other requests. */
export const MOST_READ = 500;

/** The part of a name in a column of its own. */
export const namePartOf: Readonly<Record<string, keyof NameParts>> = {
  lastName: "last",
  firstName: "first",
  middleName: "middle",
  suffix: "suffix",
};

/** One word, as a name may be: "Na", "Null" and "None" are people's names, "N/A" and "-" are not. */
const isWord = (typed: string) => /^\p{L}+$/u.test(typed);

/** Whether a cell is as good as empty. A surname or a given name that is a word never is. */
export const isEmptyCell = (field: string, typed: string): boolean =>
  typed === "" || (isNothing(typed) && !((field === "lastName" || field === "firstName") && isWord(typed)));

/** Whether a middle name is a word that says there is none: it may be a name, and is worth a remark. */
export const isDoubtfulMiddle = (field: string, typed: string): boolean =>
  field === "middleName" && isNothing(typed) && isWord(typed);

/** What follows the dot of a target: of a name or a day, the order of its parts. */
export const orderOf = (target: string): string | undefined => target.split(".")[1];

export const nameOrderOf = (target: string) => orderOf(target) as NameOrder;

/** A day, with the month or the day first where it could be either. */
export const readDay = (typed: string, order: string | undefined, { mapping, today }: RowReading) =>
  readDate(typed, {
    order: order === "month" || order === "day" ? order : null,
    shortYears: mapping.shortYears,
    today,
  });

/**
 * A name from its parts; beside a column of whole names, a part that the name lacks is added. Empty without any, and
 * where each says that there is none.
 */
export function joinedName(whole: string, parts: NameParts): string {
  const { last, first, middle } = parts;
  if (whole === "")
    return [last, first, middle].every((part) => part === "" || isNothing(part)) ? "" : nameFromParts(parts);
  return last && !fold(whole).includes(fold(last))
    ? nameFromParts({ ...parts, first: first || whole })
    : whole;
}

/** Whether a text needs its header beside it: it is one of several, or its header names something else than `field`. */
export function needsHeader(
  column: number,
  { headers, mapping: { targets } }: RowReading,
  field: "remarks" | "notes",
  kind: ImportKind,
): boolean {
  const isNamed = (at: number) => targets[at] === field && targetOfHeader(headers[at] ?? "", kind) === field;
  return !isNamed(column) || targets.filter((_, at) => isNamed(at)).length > 1;
}

/**
 * Reads a row, and again without the cells that the clinic lets go to the remarks, until the others can be read. Its
 * errors are in the order of the columns; those without a column are last.
 * @param isOptional whether a row may be imported without a column of this target
 */
export function readMoving<Row extends { faults: readonly RowFault[] }>(
  cells: readonly string[],
  { mapping: { toRemarks, targets } }: RowReading,
  isOptional: (target: string | null) => boolean,
  read: (moved: ReadonlySet<number>) => Row,
): Row & { faults: RowFault[] } {
  const moved = new Set<number>();
  const mayMove = (column: number) =>
    toRemarks.includes(column) &&
    isOptional(targets[column] ?? null) &&
    !moved.has(column) &&
    (cells[column] ?? "").trim() !== "";
  for (;;) {
    const row = read(moved);
    const unread = row.faults.flatMap(({ column }) => (column !== null && mayMove(column) ? [column] : []));
    for (const column of unread) moved.add(column);
    if (unread.length === 0) return { ...row, faults: row.faults.toSorted(byColumn) };
  }
}

const placeOf = ({ column }: RowFault) => column ?? Number.MAX_SAFE_INTEGER;
const byColumn = (one: RowFault, other: RowFault) => placeOf(one) - placeOf(other);
