import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Answered, Endpoint, Sent } from "#shared/endpoint.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { PRINTED_ROWS_AT_MOST } from "#shared/print-limit.ts";
import { call } from "../data/api.ts";
import { showFailure } from "../data/calls.ts";
import { notify } from "../ui/overlays/notify.ts";

/**
 * Prints every row of a list, not only the visible page: all are fetched and rendered, and only then does the print
 * dialog open. `rows` is what to render for printing, null while nothing is printed.
 */
export function usePrintAll<E extends Endpoint>(endpoint: E, sent: Sent<E>, total: number | undefined) {
  const [rows, setRows] = useState<Answered<E> | null>(null);
  const fetching = useMutation({
    mutationFn: async () => (await call(endpoint, sent)).data,
    onSuccess: setRows,
    onError: (error) =>
      showFailure(error, { title: "Error", fallback: "Failed to load the list for printing" }),
  });

  useEffect(() => {
    if (rows === null) return;
    const done = () => setRows(null);
    window.addEventListener("afterprint", done);
    // Two frames: the rows are rendered in the first and laid out by the second.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => window.print());
    });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("afterprint", done);
    };
  }, [rows]);

  const print = () => {
    if (total === 0) notify({ kind: "info", title: "Nothing to print" });
    else if (total !== undefined && total > PRINTED_ROWS_AT_MOST)
      notify({
        kind: "warning",
        title: "Too many rows to print",
        description: `${formatCount(total)} rows; a printout can have ${formatCount(PRINTED_ROWS_AT_MOST)}. Filter the list, or export it.`,
      });
    else fetching.mutate();
  };
  return { rows, print, isFetching: fetching.isPending };
}
