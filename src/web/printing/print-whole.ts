import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState } from "react";
import { usePrinting } from "../ui/use-media.ts";

/** True around what is printed whole: lists load all of their pages, and what is folded or shortened is open. */
export const PrintedWhole = createContext(false);

export const usePrintedWhole = (): boolean => useContext(PrintedWhole);

/** Also true for the browser's own Print command, which waits for nothing: what is loaded is shown without shortening. */
export function useOnPaper(): boolean {
  const isWhole = usePrintedWhole();
  return usePrinting() || isWhole;
}

/** ms without a request after which everything counts as loaded, unless a part still shows that it waits. */
const restsFor = 400;

/** Rests for which a part that waits is waited for. */
const restsAtMost = 50;

const isWaiting = () => document.querySelector('main [aria-busy="true"]') !== null;

/**
 * Prints more than the screen shows: `isWhole` is for `PrintedWhole`, until the browser has printed. The browser's own
 * Print command prints what is loaded, and each list says when that is a part.
 */
export function usePrintWhole(prepare: () => Promise<unknown> = async () => undefined): {
  isWhole: boolean;
  print: () => void;
} {
  const queries = useQueryClient();
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    if (!isWhole) return;
    const done = () => setWhole(false);
    let rests = 0;
    const print = () => {
      rests += 1;
      if (isWaiting() && rests < restsAtMost) {
        timer = setTimeout(print, restsFor);
        return;
      }
      stop();
      window.addEventListener("afterprint", done, { once: true });
      window.print();
    };
    let timer = setTimeout(print, restsFor);
    const stop = queries.getQueryCache().subscribe(() => {
      clearTimeout(timer);
      if (queries.isFetching() === 0) timer = setTimeout(print, restsFor);
    });
    return () => {
      clearTimeout(timer);
      stop();
      window.removeEventListener("afterprint", done);
    };
  }, [isWhole, queries]);
  return { isWhole, print: () => void prepare().then(() => setWhole(true)) };
}
