import { useRef, useState } from "react";
import type { Endpoint, Sent } from "#shared/endpoint.ts";
import { callForFile } from "../data/api.ts";
import { isApiError } from "../data/api-error.ts";
import { saveFile } from "./save-file.ts";
import { shareFile } from "./share-file.ts";
import { placeForPrinting } from "./show-for-printing.ts";

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
  /** Fetched for sharing, of what was asked for. */
  const ready = useRef<{ asked: string; file: Blob; name: string } | null>(null);
  const fetch = async (act: Act) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setFetching(act);
    setFailure(null);
    // Browsers block windows that are not opened in the click handler.
    const place = act === "print" ? placeForPrinting() : null;
    try {
      const asked = JSON.stringify(sent);
      const kept = act === "share" && ready.current?.asked === asked ? ready.current : null;
      ready.current = null;
      const { file, name } = kept ?? (await callForFile(endpoint, sent));
      if (place) place.show(file, name);
      else if (act === "download") saveFile(file, name);
      else if (!(await shareFile(file, name))) {
        ready.current = { asked, file, name };
        setFailure("The PDF is ready. Press Share again.");
      }
    } catch (error) {
      place?.giveUp();
      console.error(error);
      setFailure(isApiError(error) ? error.shown(fallback) : fallback);
    } finally {
      isBusy.current = false;
      setFetching(null);
    }
  };
  return { fetching, failure, fetch };
}
