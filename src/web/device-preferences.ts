import { guarded, readStored, writeStored } from "./storage-keys.ts";

/** What a user of this browser prefers, whoever signs in: no data of a user or a clinic. */

/** "off" disables single keys. */
const shortcutsKey = "keyboardShortcuts";
/** The paper of this browser's printer for acknowledgements. */
const acknowledgementPaperKey = "acknowledgementPaper";
/** The paper size of this browser's printer for prescriptions and papers. */
const paperSizeKey = "prescriptionPaper";
/** The labels in this browser's printer. */
const labelStockKey = "labelPaper";
/** The units in which results are shown: SI or conventional. */
const resultUnitsKey = "resultUnits";

export const storedShortcuts = (): boolean => readStored(shortcutsKey) !== "off";

export function storeShortcuts(on: boolean): void {
  guarded(() => (on ? localStorage.removeItem(shortcutsKey) : localStorage.setItem(shortcutsKey, "off")));
}

export const storedAcknowledgementPaper = (): "80mm" | "A5" =>
  readStored(acknowledgementPaperKey) === "A5" ? "A5" : "80mm";
export const storeAcknowledgementPaper = (paper: "80mm" | "A5"): void =>
  writeStored(acknowledgementPaperKey, paper);

export const storedResultUnits = (): "si" | "conventional" =>
  readStored(resultUnitsKey) === "si" ? "si" : "conventional";
export const storeResultUnits = (units: "si" | "conventional"): void => writeStored(resultUnitsKey, units);

export const storedLabelStock = (): string | null => readStored(labelStockKey);
export const storeLabelStock = (stock: string): void => writeStored(labelStockKey, stock);

export const storedPaperSize = (): string | null => readStored(paperSizeKey);
export const storePaperSize = (size: string): void => writeStored(paperSizeKey, size);
