import { PAPER_SIZES, type PaperSize } from "#shared/paper-size.ts";
import { storedPaperSize, storePaperSize } from "../device-preferences.ts";
import { newStore, useStore } from "../store.ts";

/** As chosen on this page, which without storage lasts until it is closed. */
const chosen = newStore<PaperSize | null>(null);

/** The paper size of this computer's printer, stored in the browser for all of its users. */
export function chosenPaperSize(): PaperSize {
  const stored = storedPaperSize();
  return chosen.get() ?? PAPER_SIZES.find((size) => size === stored) ?? "A5";
}

export function choosePaperSize(size: PaperSize): void {
  storePaperSize(size);
  chosen.set(size);
}

export function usePaperSize(): PaperSize {
  useStore(chosen);
  return chosenPaperSize();
}
