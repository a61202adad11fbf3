import type { DoubleChoice, ImportRow, ImportState, RowState } from "#features/imports/contract.ts";
import type { ImportKind } from "#features/imports/import-fields.ts";

export const stateWords: Record<ImportState, string> = {
  mapping: "Columns not confirmed",
  checking: "Being checked",
  checked: "Checked, not imported",
  running: "Being imported",
  done: "Imported",
  "taking-back": "Being taken back",
  "taken-back": "Taken back",
};

export const kindWords: Record<ImportKind, string> = {
  patients: "Patients",
  consultations: "Past consultations",
};

/** The choices for all rows that exist already. */
export const choiceWords: Record<ImportKind, Partial<Record<DoubleChoice, string>>> = {
  patients: { skip: "Skip the row", update: "Fill empty fields", keep: "Add as another patient" },
  consultations: { skip: "Skip the row", keep: "Add it again" },
};

/** For rows that may match a registered patient. */
export const unsureChoices: Record<ImportKind, Partial<Record<DoubleChoice, string>>> = {
  patients: choiceWords.patients,
  consultations: { update: "Add to this patient", skip: "Skip the row" },
};

/** The choices for a row. */
export const choicesOf = (kind: ImportKind, { match, choice }: Pick<ImportRow, "match" | "choice">) =>
  match?.isSure === false || choice === "update" ? unsureChoices[kind] : choiceWords[kind];

export const asOptions = (words: Partial<Record<DoubleChoice, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The views, by state. */
export const rowTitles: Partial<Record<RowState, string>> = {
  look: "Need a look",
  here: "Already here",
  twice: "Twice in the list",
  skipped: "Skipped",
  updated: "Filled",
  stayed: "Not taken back",
};
