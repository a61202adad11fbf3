import { useSyncExternalStore } from "react";
import { PAPERS, type Paper } from "#shared/paper.ts";

export const PAPER_LABELS: Record<Paper, string> = {
  A5: "A5",
  "half-letter": "half-letter",
  A4: "A4",
  letter: "letter",
};

/** The paper size of this computer's printer, stored in the browser for all of its users. */
const key = "prescriptionPaper";
let chosen: Paper | null = null;
const listeners = new Set<() => void>();

export function chosenPaper(): Paper {
  if (chosen) return chosen;
  try {
    const kept = localStorage.getItem(key);
    return PAPERS.find((paper) => paper === kept) ?? "A5";
  } catch {
    return "A5";
  }
}

export function choosePaper(paper: Paper): void {
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

export const usePaperChoice = (): Paper => useSyncExternalStore(listen, chosenPaper);
