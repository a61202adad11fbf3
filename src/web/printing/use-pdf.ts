import { useRef, useState } from "react";
import type { Endpoint, Sent } from "#shared/endpoint.ts";
import { callForFile } from "../data/api.ts";
import { isApiError } from "../data/api-error.ts";
import { saveFile } from "./save-file.ts";
import { placeForPrinting } from "./show-for-printing.ts";

export type Pdf = {
  fetching: "print" | "download" | null;
  /** The message next to the buttons. */
  failure: string | null;
  fetch: (act: "print" | "download") => Promise<void>;
};

/**
 * The PDF of a saved record, for printing or download. Errors show no toast: they are logged, and returned as text
 * to show next to the buttons.
 */
export function usePdf<E extends Endpoint>(endpoint: E, sent: Sent<E>, fallback: string): Pdf {
  const [fetching, setFetching] = useState<Pdf["fetching"]>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isBusy = useRef(false);
  const fetch = async (act: "print" | "download") => {
    if (isBusy.current) return;
    isBusy.current = true;
    setFetching(act);
    setFailure(null);
    // Browsers block windows that are not opened in the click handler.
    const place = act === "print" ? placeForPrinting() : null;
    try {
      const { file, name } = await callForFile(endpoint, sent);
      if (place) place.show(file, name);
      else saveFile(file, name);
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
