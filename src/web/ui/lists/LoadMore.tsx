import { formatCount } from "#shared/formats/counts.ts";
import { Button } from "../Button.tsx";

/** The foot of a growing list: how much is shown, and a button for more. */
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
      data-print="no"
    >
      <span role="status" className="tabular-nums">
        Showing {formatCount(shown)}
        {total !== undefined && ` of ${formatCount(total)}`}
      </span>
      {onMore && (
        <Button size="sm" onClick={onMore} busy={busy} busyLabel="Loading…">
          Load More
        </Button>
      )}
    </div>
  );
}
