import { useEffect, useState } from "react";
import { viewFile } from "#features/files/contract.ts";
import { callForFile } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";

type Stored =
  | { state: "coming"; bytes: number }
  | { state: "here"; file: Blob }
  | { state: "failed"; reason: string };

/** Reads a file once for the view. Another path, or unmounting, aborts the request. */
export function useStoredFile(path: string, enabled: boolean) {
  const [read, setRead] = useState<{ of: string; stored: Stored } | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads again
  useEffect(() => {
    if (!enabled) return;
    const abort = new AbortController();
    const set = (stored: Stored) => !abort.signal.aborted && setRead({ of: path, stored });
    callForFile(
      viewFile,
      { params: { path } },
      { signal: abort.signal, onBytes: (bytes) => set({ state: "coming", bytes }) },
    ).then(
      ({ file }) => set({ state: "here", file }),
      (error: unknown) =>
        set({
          state: "failed",
          reason: isApiError(error) ? error.shown() : "It could not be read.",
        }),
    );
    return () => abort.abort();
  }, [path, enabled, tries]);
  const stored: Stored = read?.of === path ? read.stored : { state: "coming", bytes: 0 };
  return {
    stored,
    readAgain: () => {
      setRead(null);
      setTries(tries + 1);
    },
  };
}
