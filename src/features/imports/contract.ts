import * as z from "zod/mini";
import { customFieldOf, importKinds, isImportTarget } from "#features/imports/import-fields.ts";
import { endpoint, Id, IdText } from "#shared/endpoint.ts";
import { pageSize, queryNumber, requiredLine } from "#shared/formats/fields.ts";

export const MAX_IMPORT_BYTES = 20 * 1024 * 1024;
const MAX_IMPORT_COLUMNS = 200;
/** The limit of lists in progress. */
export const MAX_OPEN_IMPORTS = 5;

const importStates = [
  "mapping",
  "checking",
  "checked",
  "running",
  "done",
  "taking-back",
  "taken-back",
] as const;
export type ImportState = (typeof importStates)[number];

/** What happens to a row whose patient is registered already or is in the list twice. */
const doubleChoices = ["skip", "update", "keep"] as const;
export type DoubleChoice = (typeof doubleChoices)[number];

/**
 * new: will be added. here: its patient, or its consultation, exists already. twice: it is further up in the list.
 * look: has errors, or may be a registered patient. skipped: left out. The others are results; stayed: was not taken
 * back.
 */
export const rowStates = [
  "staged",
  "new",
  "here",
  "twice",
  "look",
  "skipped",
  "added",
  "updated",
  "stayed",
  "taken-back",
] as const;
export type RowState = (typeof rowStates)[number];

const text = z.nullable(z.string());

/** How the letters of a CSV file may be written: Unicode, Windows, the DOS programs of old clinics, Excel for the Mac. */
export const listEncodings = [
  "UTF-8",
  "UTF-16",
  "Windows-1252",
  "DOS (850)",
  "DOS (437)",
  "Mac Roman",
] as const;
export type ListEncoding = (typeof listEncodings)[number];

const Column = z.object({
  header: z.string(),
  /** The cells of the first rows, empty ones too. */
  samples: z.array(z.string()),
  /** Cells that are not empty. */
  filled: z.int(),
  target: text,
  /** What must be answered before the column can be used. */
  asks: z.array(z.enum(["date-order", "short-years", "sex-words"])),
  /** A date that can be read in two ways, and how many cells can be read in only one. */
  dates: z.object({
    example: text,
    either: z.int(),
    monthFirst: z.int(),
    dayFirst: z.int(),
    shortYears: z.int(),
  }),
  /** Unknown words for the sex. */
  unknownWords: z.array(z.string()),
});
export type ImportColumn = z.output<typeof Column>;

const sexWords = z
  .record(z.string().check(z.maxLength(20)), z.enum(["M", "F"]))
  .check(z.refine((words) => Object.keys(words).length <= 20, "At most 20 words"));

const target = z.nullable(
  z.string().check(
    z.maxLength(120),
    z.refine(
      (name) => importKinds.some((kind) => isImportTarget(name, kind)) || customFieldOf(name) !== null,
      "This is nothing a column can be",
    ),
  ),
);

export const ImportMapping = z.strictObject({
  kind: z.enum(importKinds, { error: "Use patients or consultations" }),
  /** One per column, in order. */
  targets: z.array(target).check(z.maxLength(MAX_IMPORT_COLUMNS)),
  /** Of patients whose row names none. */
  hospital: requiredLine("Hospital is required"),
  shortYears: z.nullable(z.enum(["latest", "1900s"])),
  sexWords,
  /** The sex of patients whose row has none. Null: such a row needs a look. */
  missingSex: z._default(z.nullable(z.enum(["M", "F", "unknown"], { error: "Use M, F or unknown" })), null),
  /** Columns whose cells go to the remarks (notes of consultations) where they cannot be read. */
  toRemarks: z._default(z.array(z.int().check(z.gte(0))).check(z.maxLength(MAX_IMPORT_COLUMNS)), []),
  doubles: z.enum(doubleChoices, { error: "Use skip, update or keep" }),
});
export type ImportMapping = z.output<typeof ImportMapping>;

const Figures = z.object({
  /** Rows of the list. */
  rows: z.int(),
  new: z.int(),
  here: z.int(),
  twice: z.int(),
  look: z.int(),
  /** Cells with errors. */
  faults: z.int(),
  skipped: z.int(),
  /** Of those here or twice: rows for which filling was chosen. */
  chosen: z.int(),
  added: z.int(),
  updated: z.int(),
  stayed: z.int(),
  takenBack: z.int(),
});
export type ImportFigures = z.output<typeof Figures>;

export const Import = z.object({
  id: Id,
  fileName: z.string(),
  format: z.enum(["xlsx", "csv", "fhir"]),
  sheet: text,
  sheets: z.array(z.string()),
  /** Of a CSV file with letters beyond ASCII: how they were read. */
  encoding: z.nullable(z.enum(listEncodings)),
  state: z.enum(importStates),
  /** Rows that the current job has done. */
  progress: z.int(),
  figures: Figures,
  /** Why the job stopped, in words. */
  problem: text,
  createdAt: z.string(),
  createdByName: text,
  ranAt: text,
  /** Until when it can be undone; null before it ran. */
  takeBackUntil: text,
  takenBackAt: text,
});
export type Import = z.output<typeof Import>;

export const ImportDetails = z.extend(Import, {
  /** What else the file contains, which is not imported, in words. */
  leftOut: text,
  columns: z.array(Column),
  mapping: ImportMapping,
  /** The proposed columns, by kind of rows. */
  guesses: z.object({ patients: z.array(text), consultations: z.array(text) }),
  /** Of a checked list: columns with cells that cannot be read and may be left empty, most cells first. */
  unread: z.array(
    z.object({
      column: z.int(),
      header: z.string(),
      cells: z.int(),
      /** One of the cells. */
      example: z.string(),
    }),
  ),
});
export type ImportDetails = z.output<typeof ImportDetails>;

export const ImportRow = z.object({
  /** The name of the sheet. */
  row: z.int(),
  state: z.enum(rowStates),
  patientName: text,
  birthday: text,
  faults: z.array(
    z.object({ column: z.nullable(z.int()), header: text, value: z.string(), message: z.string() }),
  ),
  /** The patient it matches or may match: registered, or further up in the list. */
  match: z.nullable(
    z.object({
      patientId: z.nullable(Id),
      row: z.nullable(z.int()),
      patientName: z.string(),
      birthday: text,
      admissionNo: text,
      /** Hidden from the clinic's lists. */
      isArchived: z.boolean(),
      /** Certain: the clinic's choice for all applies. Otherwise the user decides. */
      isSure: z.boolean(),
    }),
  ),
  choice: z.nullable(z.enum(doubleChoices)),
  patientId: z.nullable(Id),
  /** Why it was not undone. */
  reason: text,
});
export type ImportRow = z.output<typeof ImportRow>;

export const listImports = endpoint({
  method: "GET",
  path: "/api/imports",
  access: "owner",
  audit: null,
  reads: ["imports", "users"],
  query: z.object({ limit: z.optional(pageSize), cursor: z.optional(z.string().check(z.maxLength(60))) }),
  response: z.array(Import),
});
/**
 * Reads an XLSX or CSV file, or a FHIR R4 bundle of patients in JSON, of at most 20 MB and 50,000 rows, and guesses
 * its columns. Imports nothing yet.
 */
export const addImport = endpoint({
  method: "POST",
  path: "/api/imports",
  access: "owner",
  audit: null,
  changes: ["imports"],
  query: z.object({
    /** The sheet of a workbook; by default its first visible one that is not empty. */
    sheet: z.optional(z.string().check(z.maxLength(100))),
    /** How the letters of a CSV file are written; by default as fits them best. */
    encoding: z.optional(z.enum(listEncodings, { error: `Use one of ${listEncodings.join(", ")}` })),
    /** The list that was read from the same file before, which is removed. */
    replaces: z.optional(IdText),
  }),
  upload: { field: "file", maxFiles: 1, maxBytes: MAX_IMPORT_BYTES },
  response: ImportDetails,
});
export const oneImport = endpoint({
  method: "GET",
  path: "/api/imports/:id",
  access: "owner",
  audit: null,
  reads: ["imports", "users"],
  response: ImportDetails,
});
/** Sets the columns, and starts the dry run. Can be repeated until the import runs. */
export const mapImport = endpoint({
  method: "PUT",
  path: "/api/imports/:id/mapping",
  access: "owner",
  audit: null,
  changes: ["imports"],
  body: ImportMapping,
  response: Import,
});
/** The rows of a state by page; the first page has their count. */
export const importRows = endpoint({
  method: "GET",
  path: "/api/imports/:id/rows",
  access: "owner",
  audit: "import.view",
  reads: ["imports", "patients"],
  query: z.object({
    /** Not sent: those that need attention. */
    state: z.optional(z.enum(rowStates, { error: `Use one of ${rowStates.join(", ")}` })),
    limit: z.optional(pageSize),
    cursor: z.optional(z.string().check(z.maxLength(60))),
  }),
  response: z.array(ImportRow),
});
/** As CSV: every row that was not imported, complete, with its errors. */
export const exportImportFaults = endpoint({
  method: "POST",
  path: "/api/imports/:id/faults.csv",
  access: "owner",
  audit: "import.export",
  changes: [],
  recentPassword: true,
  response: "file",
});

const noColumn = `Send the number of a column from 0 to ${MAX_IMPORT_COLUMNS - 1}`;
const Correction = z.strictObject({
  column: z.int(noColumn).check(z.gte(0, noColumn), z.lt(MAX_IMPORT_COLUMNS, noColumn)),
  value: z.string().check(z.maxLength(5000, "Use at most 5,000 characters")),
});

/** Corrects cells of a row, or decides what happens to it; the row is then checked again. */
export const changeImportRow = endpoint({
  method: "PATCH",
  path: "/api/imports/:id/rows/:row",
  access: "owner",
  audit: null,
  changes: ["imports"],
  params: z.object({ id: IdText, row: queryNumber(1, 999_999_999, "Send the number of a row") }),
  body: z.strictObject({
    cells: z.optional(z.array(Correction).check(z.maxLength(MAX_IMPORT_COLUMNS))),
    /** Null: the clinic's choice for all. */
    choice: z.optional(z.nullable(z.enum(doubleChoices))),
  }),
  response: z.object({ state: z.enum(rowStates) }),
});
/** Decides all rows at once that may match a registered patient and have no errors. */
export const decideImport = endpoint({
  method: "POST",
  path: "/api/imports/:id/decide",
  access: "owner",
  audit: null,
  changes: ["imports"],
  body: z.strictObject({ choice: z.enum(doubleChoices, { error: "Use skip, update or keep" }) }),
  response: z.object({ decided: z.int() }),
});
/** Registers the patients, or records the consultations, in the background. */
export const runImport = endpoint({
  method: "POST",
  path: "/api/imports/:id/run",
  access: "owner",
  audit: null,
  changes: ["imports"],
  response: Import,
});
/** Deletes what was imported and not changed since, in the background. Within 30 days. */
export const takeBackImport = endpoint({
  method: "POST",
  path: "/api/imports/:id/take-back",
  access: "owner",
  audit: null,
  changes: ["imports"],
  recentPassword: true,
  response: Import,
});
/** Deletes a list that has not run. */
export const removeImport = endpoint({
  method: "DELETE",
  path: "/api/imports/:id",
  access: "owner",
  audit: null,
  changes: ["imports"],
  response: z.object({ message: z.string() }),
});
