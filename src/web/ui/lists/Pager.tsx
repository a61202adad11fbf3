import { formatCount } from "#shared/formats/counts.ts";
import { Button } from "../Button.tsx";

/** "Showing 1 to 25 of 248", Previous and Next; a missing handler disables its button. */
export function Pager({
  from,
  to,
  total,
  onPrevious,
  onNext,
  busy,
}: {
  from: number;
  to: number;
  /** Undefined while the first page's count is loading. */
  total?: number | undefined;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  busy?: boolean | undefined;
}) {
  return (
    <div
      className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2 text-sm text-ink-2"
      data-print="no"
    >
      <span role="status" className="tabular-nums">
        Showing {formatCount(from)} to {formatCount(to)}
        {total !== undefined && ` of ${formatCount(total)}`}
      </span>
      <span className="ml-auto flex gap-2">
        <Button size="sm" disabled={!onPrevious || busy} onClick={onPrevious}>
          Previous
        </Button>
        <Button size="sm" disabled={!onNext || busy} onClick={onNext}>
          Next
        </Button>
      </span>
    </div>
  );
}
