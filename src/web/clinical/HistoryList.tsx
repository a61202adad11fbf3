import { History } from "lucide-react";
import { formatInstant } from "#shared/formats/dates.ts";
import { type PagesQuery, QueryList } from "#web/QueryList.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { LongText } from "#web/ui/LongText.tsx";

/** `before` is null if there was no value; exports and prints have none either. */
export type ChangeInWords = { label: string; before: string | null; after: string };

/** One entry of a history, in words. */
type HistoryLine = {
  id: number;
  at: string;
  what: string;
  by: string;
  /** The owner in whose staff mode it was done. */
  staffModeOf?: string | null;
  changes: readonly ChangeInWords[];
};

/** Who did what and when, newest first, a page at a time. */
export function HistoryList<Row>({
  read,
  lineOf,
  label,
  empty,
}: {
  read: PagesQuery<Row>;
  lineOf: (row: Row) => HistoryLine;
  label: string;
  /** The explanation of an empty list. */
  empty: string;
}) {
  return (
    <QueryList
      query={read}
      title="Failed to load history"
      label="Loading history..."
      level={3}
      skeleton={<SkeletonRows rows={4} initials={false} />}
      empty={<Empty icon={<History />} title="No history yet" why={empty} />}
    >
      {(rows, foot) => (
        <>
          <ol aria-label={label}>
            {rows.map(lineOf).map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ol>
          {foot}
        </>
      )}
    </QueryList>
  );
}

function Line({ line: { at, what, by, staffModeOf, changes } }: { line: HistoryLine }) {
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-t border-line px-4 py-2.5 first:border-t-0 md:grid-cols-[10.5rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-sm text-ink-3 tabular-nums">
        {formatInstant(at)}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-medium">{what}</span> <span className="text-ink-2">by {by}</span>
          {staffModeOf && (
            <>
              {" "}
              <Badge small>Staff mode of {staffModeOf}</Badge>
            </>
          )}
        </p>
        {changes.length > 0 && (
          <ul className="mt-0.5 text-sm text-ink-2">
            {changes.map((change) => (
              <li key={change.label}>
                <LongText text={`${change.label}${change.before}${change.after}`}>
                  <Change {...change} />
                </LongText>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** "Room number: 512-B → 514-A". */
function Change({ label, before, after }: ChangeInWords) {
  return (
    <>
      {label}:{" "}
      {before !== null && (
        <>
          {before}
          <span aria-hidden="true" className="text-ink-3">
            {" → "}
          </span>
          <span className="sr-only">changed to </span>
        </>
      )}
      {after}
    </>
  );
}
