import { useRef, useState } from "react";
import type { Endpoint, Sent } from "#shared/endpoint.ts";
import { callForFile } from "../data/api.ts";
import { isApiError } from "../data/api-error.ts";
import { saveFile } from "./save-file.ts";
import { placeForPrinting } from "./show-for-printing.ts";

export type Pdf = {
  fetching: "print" | "download" | null;
  /** What to say beside the buttons. */
  failure: string | null;
  fetch: (act: "print" | "download") => Promise<void>;
};

/**
 * The PDF of something saved, for the print dialog or the downloads. A failure makes no toast: it is logged, and its
 * text is for the place where the buttons stand.
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
    // A browser opens no window for a page that asks for it later than the press itself.
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
