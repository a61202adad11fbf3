import { Undo2 } from "lucide-react";
import { useState } from "react";
import { listMerges, type Merge, undoMerge } from "#features/merges/contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation, usePages } from "#web/data/calls.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { dayOf } from "./merge-words.ts";

/** The merges of the last 30 days, each with Undo. */
export function MergeList({
  onOpenPatient,
  onUndone,
}: {
  onOpenPatient: (id: number) => void;
  onUndone: (mergeId: number) => void;
}) {
  const read = usePages(listMerges, {}, { refetchOnMount: "always" });
  const [undoing, setUndoing] = useState<Merge | null>(null);
  return (
    <div ref={holdFocus}>
      <Section flush title="Merged in the Last 30 Days">
        <QueryList
          query={read}
          title="Failed to load merges"
          label="Loading merges..."
          level={3}
          skeleton={<SkeletonRows rows={2} initials={false} />}
          empty={
            <p className="px-4 py-3 text-sm text-ink-3">
              No merges to undo. A merge can be undone for 30 days.
            </p>
          }
        >
          {(merges, foot) => (
            <>
              <ul aria-label="Merges">
                {merges.map((merge) => (
                  <MergeRow
                    key={merge.id}
                    merge={merge}
                    onOpen={() => onOpenPatient(merge.patientId)}
                    onUndo={() => setUndoing(merge)}
                  />
                ))}
              </ul>
              {foot}
            </>
          )}
        </QueryList>
      </Section>
      {undoing && (
        <UndoDialog merge={undoing} onUndone={() => onUndone(undoing.id)} onClose={() => setUndoing(null)} />
      )}
    </div>
  );
}

function MergeRow({ merge, onOpen, onUndo }: { merge: Merge; onOpen: () => void; onUndo: () => void }) {
  const { patientName, otherName, otherAdmissionNo, mergedAt, mergedBy, undoUntil } = merge;
  return (
    <li
      data-print="whole"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="wrap-anywhere">
          <span className="font-medium">{otherName}</span>{" "}
          <span className="text-sm text-ink-3 tabular-nums">{otherAdmissionNo}</span> merged into{" "}
          {patientName === null ? (
            <span className="text-ink-3">a record that was deleted or merged since</span>
          ) : (
            <button type="button" onClick={onOpen} className="text-left font-medium hover:underline">
              {patientName}
            </button>
          )}
        </p>
        <p className="text-sm text-ink-3">
          {[formatInstant(mergedAt), mergedBy && `by ${mergedBy}`, `undo until ${dayOf(undoUntil)}`]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <Button
        size="sm"
        icon={<Undo2 />}
        aria-label={`Undo the merge of ${otherName}`}
        onClick={onUndo}
        data-print="no"
      >
        Undo
      </Button>
    </li>
  );
}

/** The confirmation: what was added since stays with one of the two. */
function UndoDialog({
  merge,
  onUndone,
  onClose,
}: {
  merge: Merge;
  onUndone: () => void;
  onClose: () => void;
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const undo = useEndpointMutation(undoMerge, {
    done: { title: "Merge undone", description: `${merge.otherName} has a record again` },
    failed: null,
    invalidatesOnError: true,
  });
  return (
    <ConfirmDialog
      open
      title="Undo this merge?"
      description={`${merge.otherName} gets the record ${merge.otherAdmissionNo} back as it was. What was added or changed since stays with ${merge.patientName ?? "the record that stayed"}.`}
      confirmLabel="Undo Merge"
      busyLabel="Undoing…"
      onClose={onClose}
      onConfirm={async () => {
        setFailure(null);
        try {
          await undo.mutateAsync({ params: { id: String(merge.id) } });
          onUndone();
          onClose();
        } catch (error) {
          setFailure(
            isApiError(error)
              ? error.shown("The merge could not be undone.")
              : "The merge could not be undone.",
          );
        }
      }}
    >
      {failure && (
        <NoteBox tone="bad" role="alert">
          {failure}
        </NoteBox>
      )}
    </ConfirmDialog>
  );
}
