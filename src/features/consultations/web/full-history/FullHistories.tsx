import { NotebookText, Plus } from "lucide-react";
import { useState } from "react";
import { beginFullHistory, type FullHistory, fullHistories } from "#features/consultations/contract.ts";
import { isOpenDraft } from "#features/consultations/rules.ts";
import { fullHistoryState } from "#features/consultations/words.ts";
import { inErrorText } from "#shared/clinical/entered-in-error.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { ConfidentialBadge } from "#web/clinical/ConfidentialBadge.tsx";
import { usePages } from "#web/data/calls.ts";
import { IfCan, useCan } from "#web/data/session.tsx";
import { usePrintedWhole } from "#web/printing/print-whole.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { FullHistoryDialog } from "./FullHistoryDialog.tsx";
import { FullHistoryFields, FullHistoryRead } from "./FullHistoryRead.tsx";

/** A patient's full histories, newest first: the open draft, and finalized ones. */
export function FullHistories({ patientId }: { patientId: number }) {
  const mayWrite = useCan()(beginFullHistory);
  const query = usePages(fullHistories, { params: { id: String(patientId) }, query: { limit: "20" } });
  const { data } = query;
  const [reading, setReading] = useState<number | null>(null);
  const [writing, setWriting] = useState<FullHistory | "new" | null>(null);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const shown = rows.find(({ id }) => id === reading);
  const hasDraft = rows.some(isOpenDraft);
  return (
    <Section
      title="Full History"
      flush
      actions={
        data &&
        !hasDraft && (
          <IfCan do={beginFullHistory}>
            <Button size="sm" icon={<Plus />} onClick={() => setWriting("new")}>
              Start Full History
            </Button>
          </IfCan>
        )
      }
    >
      <QueryList
        query={query}
        title="Failed to load full histories"
        skeleton={<SkeletonRows rows={1} initials={false} />}
        label="Loading full histories"
        empty={
          <Empty
            icon={<NotebookText />}
            title="No full history yet"
            why="Take a full history once. Saved as you type; the doctor finishes it."
          />
        }
      >
        {(rows, foot) => (
          <>
            <ul>
              {rows.map((record) => (
                <Row
                  key={record.id}
                  record={record}
                  mayWrite={mayWrite}
                  onOpen={() =>
                    isOpenDraft(record) && mayWrite ? setWriting(record) : setReading(record.id)
                  }
                />
              ))}
            </ul>
            {query.hasNextPage && foot}
          </>
        )}
      </QueryList>
      {shown && <FullHistoryRead record={shown} onClose={() => setReading(null)} />}
      {writing && (
        <FullHistoryDialog
          patientId={patientId}
          opened={writing === "new" ? null : writing}
          listed={rows}
          onClose={() => setWriting(null)}
        />
      )}
    </Section>
  );
}

function Row({ record, mayWrite, onOpen }: { record: FullHistory; mayWrite: boolean; onOpen: () => void }) {
  const { createdAt, chiefComplaint, finalDiagnosis, workingDiagnosis, enteredInError } = record;
  const day = formatDay(manilaDay(new Date(createdAt)));
  const isDraft = isOpenDraft(record);
  const isWhole = usePrintedWhole();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line px-4 py-3 first:border-t-0">
      <time
        dateTime={createdAt}
        className="w-24 shrink-0 font-medium tabular-nums max-md:w-full max-md:text-sm"
      >
        {day}
      </time>
      <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
        {enteredInError && <p className="text-sm text-bad">{inErrorText(enteredInError)}</p>}
        <p
          className={cx(
            "line-clamp-2 font-medium print:line-clamp-none",
            enteredInError && "text-ink-3 line-through",
          )}
        >
          {finalDiagnosis ?? workingDiagnosis ?? "No diagnosis"}{" "}
          {isDraft && (
            <Badge small tone="warn">
              Draft
            </Badge>
          )}{" "}
          <ConfidentialBadge of={record} />
        </p>
        {chiefComplaint && (
          <p className="line-clamp-2 text-sm text-ink-2 print:line-clamp-none">{chiefComplaint}</p>
        )}
        <p className="text-sm text-ink-3">{fullHistoryState(record)}</p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        onClick={onOpen}
        aria-label={isDraft && mayWrite ? `Continue the draft of ${day}` : `View the full history of ${day}`}
        className="-my-1"
      >
        {isDraft && mayWrite ? "Continue" : "View"}
      </Button>
      {isWhole && (
        <div className="basis-full">
          <FullHistoryFields record={record} />
        </div>
      )}
    </li>
  );
}
