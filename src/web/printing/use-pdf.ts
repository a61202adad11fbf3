import { useRef, useState } from "react";
import type { Endpoint, Sent } from "#shared/endpoint.ts";
import { callForFile } from "../data/api.ts";
import { isApiError } from "../data/api-error.ts";
import { saveFile } from "./save-file.ts";
import { shareFile } from "./share-file.ts";
import { openForPrinting } from "./show-for-printing.ts";

type Act = "print" | "download" | "share";

export type Pdf = {
  fetching: Act | null;
  /** The message next to the buttons. */
  failure: string | null;
  fetch: (act: Act) => Promise<void>;
};

/**
 * The PDF of a saved record, for printing, download or another app. Errors show no toast: they are logged, and returned as text
 * to show next to the buttons.
 */
export function usePdf<E extends Endpoint>(endpoint: E, sent: Sent<E>, fallback: string): Pdf {
  const [fetching, setFetching] = useState<Pdf["fetching"]>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isBusy = useRef(false);
  /** Fetched for sharing, of the last request. */
  const ready = useRef<{ request: string; file: Blob; name: string } | null>(null);
  const fetch = async (act: Act) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setFetching(act);
    setFailure(null);
    // Browsers block windows that are not opened in the click handler.
    const target = act === "print" ? openForPrinting() : null;
    try {
      const request = JSON.stringify(sent);
      const fetched = act === "share" && ready.current?.request === request ? ready.current : null;
      ready.current = null;
      const { file, name } = fetched ?? (await callForFile(endpoint, sent));
      if (target) target.show(file, name);
      else if (act === "download") saveFile(file, name);
      else if (!(await shareFile(file, name))) {
        ready.current = { request, file, name };
        setFailure("The PDF is ready. Press Share again.");
      }
    } catch (error) {
      target?.giveUp();
      console.error(error);
      setFailure(isApiError(error) ? error.shown(fallback) : fallback);
    } finally {
      isBusy.current = false;
      setFetching(null);
    }
  };
  return { fetching, failure, fetch };
}
