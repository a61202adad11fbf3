import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "#shared/formats/counts.ts";
import { IconButton } from "../ui/IconButton.tsx";

/** Prints a whole list; see usePrintAll. */
export function PrintAllButton({ onPrint, busy }: { onPrint: () => void; busy: boolean }) {
  return (
    <IconButton variant="secondary" label="Print all" icon={<Printer />} busy={busy} onClick={onPrint} />
  );
}

/**
 * A paged list on the screen, and all of its rows for printing once they are loaded. The browser's own Print
 * command prints the visible page, with a note.
 */
export function PrintableList({
  all,
  from,
  to,
  total,
  pageSize,
  children,
}: {
  /** All rows rendered for printing; null while only the page is there. */
  all: ReactNode;
  from: number;
  to: number;
  total: number | undefined;
  pageSize: number;
  children: ReactNode;
}) {
  if (all !== null)
    return (
      <>
        <div className="print:hidden">{children}</div>
        <div className="hidden print:block" data-print="all-rows">
          {all}
        </div>
      </>
    );
  const isPart = total !== undefined && to - from + 1 < total;
  return (
    <>
      {children}
      {isPart && (
        <p className="hidden text-sm print:block">
          Page {formatCount(Math.ceil(from / pageSize))} of {formatCount(Math.ceil(total / pageSize))}: use
          Print all to print all {formatCount(total)}.
        </p>
      )}
    </>
  );
}
