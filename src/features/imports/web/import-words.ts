import type { DoubleChoice, ImportState, RowState } from "#features/imports/contract.ts";

export const stateWords: Record<ImportState, string> = {
  mapping: "Columns not confirmed",
  checking: "Being checked",
  checked: "Checked, not imported",
  running: "Being imported",
  done: "Imported",
  "taking-back": "Being taken back",
  "taken-back": "Taken back",
};

export const choiceWords: Record<DoubleChoice, string> = {
  skip: "Skip the row",
  update: "Fill empty fields",
  keep: "Add as another patient",
};

/** What can be looked at, by state. */
export const rowTitles: Partial<Record<RowState, string>> = {
  look: "Need a look",
  here: "Already here",
  twice: "Twice in the list",
  skipped: "Skipped",
  stayed: "Not taken back",
};
