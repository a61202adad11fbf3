import { useSyncExternalStore } from "react";
import { PAPER_SIZES, type PaperSize } from "#shared/paper-size.ts";

/** The paper size of this computer's printer, stored in the browser for all of its users. */
const key = "prescriptionPaper";
let chosen: PaperSize | null = null;
const listeners = new Set<() => void>();

export function chosenPaperSize(): PaperSize {
  if (chosen) return chosen;
  try {
    const stored = localStorage.getItem(key);
    return PAPER_SIZES.find((paper) => paper === stored) ?? "A5";
  } catch {
    return "A5";
  }
}

export function choosePaperSize(paper: PaperSize): void {
  chosen = paper;
  try {
    localStorage.setItem(key, paper);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePaperSize = (): PaperSize => useSyncExternalStore(listen, chosenPaperSize);
