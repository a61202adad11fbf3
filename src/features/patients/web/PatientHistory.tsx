import { History } from "lucide-react";
import { useState } from "react";
import { type HistoryEntry, patientHistory } from "#features/patients/contract.ts";
import { formatInstant } from "#shared/dates.ts";
import { usePages } from "#web/calls.ts";
import { useCan } from "#web/session.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/Empty.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LoadMore } from "#web/ui/LoadMore.tsx";
import { Section } from "#web/ui/Section.tsx";
import { SkeletonRows } from "#web/ui/Skeleton.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";
import { type ChangeInWords, changesInWords } from "./history-in-words.ts";

/** Who read or changed the record, what and when. Read on demand, for reading it is itself noted. */
export function PatientHistory({ patientId }: { patientId: number }) {
  const [isShown, setShown] = useState(false);
  if (!useCan()(patientHistory)) return null;
  return (
    <Section
      flush
      title="History"
      actions={
        !isShown && (
          <Button
            size="sm"
            icon={<History aria-hidden="true" className="size-4" />}
            onClick={() => setShown(true)}
          >
            Show History
          </Button>
        )
      }
    >
      {isShown ? (
        <Entries patientId={patientId} />
      ) : (
        <p className="px-4 py-3 text-sm text-ink-3">
          Who opened, changed, printed or shared this record, and when.
        </p>
      )}
    </Section>
  );
}

function Entries({ patientId }: { patientId: number }) {
  const read = usePages(patientHistory, { params: { id: String(patientId) }, query: { limit: "20" } });
  const entries = read.data?.pages.flatMap(({ rows }) => rows) ?? [];
  if (read.isPending)
    return (
      <Waiting skeleton={<SkeletonRows rows={4} initials={false} />} onRetry={() => void read.refetch()} />
    );
  if (read.error && entries.length === 0)
    return (
      <ErrorState
        title="Failed to load history"
        why={read.error.shown("The server did not answer.")}
        onRetry={() => void read.refetch()}
        retrying={read.isFetching}
      />
    );
  if (entries.length === 0)
    return (
      <Empty icon={<History />} title="No history yet" why="Changes and views of this record appear here." />
    );
  return (
    <>
      <ol aria-label="History">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <LoadMore
        shown={entries.length}
        total={read.data?.pages[0]?.total ?? undefined}
        {...(read.hasNextPage && { onMore: () => void read.fetchNextPage() })}
        busy={read.isFetchingNextPage}
      />
    </>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const changes = changesInWords(entry.changes);
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-t border-line px-4 py-2.5 first:border-t-0 md:grid-cols-[10.5rem_minmax(0,1fr)]">
      <time dateTime={entry.happenedAt} className="text-sm text-ink-3 tabular-nums">
        {formatInstant(entry.happenedAt)}
      </time>
      <div className="min-w-0">
        <p>
          <span className="font-medium">{entry.label}</span>{" "}
          <span className="text-ink-2">by {entry.userName ?? whoElseDid(entry)}</span>
          {entry.ownerName && (
            <>
              {" "}
              <Badge small>Staff mode of {entry.ownerName}</Badge>
            </>
          )}
        </p>
        {changes.length > 0 && (
          <ul className="mt-0.5 text-sm text-ink-2">
            {changes.map((change) => (
              <li key={change.label} className="line-clamp-3 wrap-anywhere">
                <Change {...change} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** Of a referral the other clinic answers, and says no more of who pressed. What Klinika's operator does has no user. */
function whoElseDid({ event, changes }: HistoryEntry): string {
  if (typeof changes.byClinic === "string") return changes.byClinic;
  return event === "patient.restore" ? "Klinika, on request" : "somebody whose account is gone";
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
