import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Endpoint, Sent } from "#shared/endpoint.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { callForFile } from "../data/api.ts";
import { showFailure } from "../data/calls.ts";
import { Button } from "../ui/Button.tsx";
import { Progress } from "../ui/feedback/Progress.tsx";
import { notify } from "../ui/overlays/notify.ts";
import { csvRowCounter } from "./csv-rows.ts";
import { saveFile } from "./save-file.ts";

const inRows = (rows: number) => (rows === 1 ? "1 row" : `${formatCount(rows)} rows`);

/** ms after which an export shows its progress and a Cancel button. */
const LONG = 1000;

/** Downloads all filtered rows as a spreadsheet, not only the visible page, and shows their number. */
export function ExportButton<E extends Endpoint>({
  endpoint,
  sent,
  total,
  nothing,
  failed,
  quiet = false,
  children,
}: {
  endpoint: E;
  sent: Sent<E>;
  /** The number of rows; undefined while unknown. Disabled at 0. */
  total: number | undefined;
  /** The message when there is nothing to export. */
  nothing: string;
  /** The error message when the server gives none. */
  failed: string;
  /** In the header of a list. */
  quiet?: boolean;
  children: string;
}) {
  const [rows, setRows] = useState(0);
  const [isLong, setLong] = useState(false);
  const running = useRef<AbortController>(null);

  const exporting = useMutation({
    mutationFn: async () => {
      setRows(0);
      const stop = new AbortController();
      running.current = stop;
      const count = csvRowCounter();
      let read = 0;
      const answer = await callForFile(endpoint, sent, {
        signal: stop.signal,
        onBytes: (_, piece) => {
          read = count(piece);
          setRows(read);
        },
      });
      return { ...answer, read };
    },
    onSuccess: ({ file, name, read }) => {
      if (read === 0) return showNothing(nothing);
      saveFile(file, name);
      notify({ title: `${inRows(read)} exported`, description: name });
    },
    onError: (error) => {
      if (running.current?.signal.aborted) notify({ kind: "info", title: "Export cancelled" });
      else showFailure(error, { title: "Error", fallback: failed });
    },
  });

  const { isPending } = exporting;
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLong(true), LONG);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isPending]);

  return (
    <span className="relative inline-flex" data-print="no">
      <Button
        {...(quiet && { variant: "ghost", size: "sm" })}
        icon={<Upload />}
        busy={isPending}
        className="max-md:flex-1"
        onClick={() => (total === 0 ? showNothing(nothing) : exporting.mutate())}
      >
        {children}
      </Button>
      {isLong && (
        <div className="absolute top-full right-0 z-menu mt-1.5 grid w-72 gap-2 rounded-md bg-surface p-3 shadow-menu">
          <p className="text-sm text-ink-2 tabular-nums">
            {inRows(rows)}
            {total !== undefined && ` of ${formatCount(Math.max(total, rows))}`}
          </p>
          <Progress label={children} value={total ? rows / total : undefined} />
          <Button size="sm" className="justify-self-end" onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        </div>
      )}
    </span>
  );
}

function showNothing(why: string): void {
  console.info("Nothing to export");
  notify({ kind: "info", title: "Nothing to export", description: why });
}
