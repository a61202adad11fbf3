import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { loadTabs } from "./TabContent.tsx";

/** ms without a request after which the whole record counts as loaded. */
const restsFor = 400;

/** Prints the whole record: every tab is drawn below the other until the browser has printed them. */
export function usePrintRecord(): { isWhole: boolean; print: () => void } {
  const queries = useQueryClient();
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    if (!isWhole) return;
    const done = () => setWhole(false);
    const print = () => {
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
  return { isWhole, print: () => void loadTabs().then(() => setWhole(true)) };
}
