import { formatCount } from "#shared/formats/counts.ts";
import { Button } from "../Button.tsx";

const partOf = (shown: number, total: number | undefined): string =>
  total === undefined ? formatCount(shown) : `${formatCount(shown)} of ${formatCount(total)}`;

/** Only on paper: that a list is not printed to its end. */
export const PrintedPart = ({ shown, total }: { shown: number; total?: number | undefined }) => (
  <span className="hidden tabular-nums print:inline">
    Printed: the first {partOf(shown, total)}. There are more.
  </span>
);

/** The foot of a growing list: how much is shown, and a button for more. On paper it says what is not there. */
export function LoadMore({
  shown,
  total,
  onMore,
  busy,
}: {
  shown: number;
  total?: number | undefined;
  /** Missing when everything is shown. */
  onMore?: (() => void) | undefined;
  busy?: boolean | undefined;
}) {
  return (
    <div
      className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-3 py-2 text-sm text-ink-2"
      {...(!onMore && { "data-print": "no" })}
    >
      <span role="status" className="tabular-nums" data-print="no">
        Showing {partOf(shown, total)}
      </span>
      {onMore && <PrintedPart shown={shown} total={total} />}
      {onMore && (
        <Button size="sm" onClick={onMore} busy={busy} busyLabel="Loading…">
          Load More
        </Button>
      )}
    </div>
  );
}
