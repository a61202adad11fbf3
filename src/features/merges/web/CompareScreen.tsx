import { ArrowLeftRight, Check, ChevronLeft, RefreshCw, UsersRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  type MergeChoices,
  type MergePreview,
  mergePatients,
  previewMerge,
  UNDO_DAYS,
} from "#features/merges/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { ComparedFields } from "./ComparedFields.tsx";
import { dayOf, joinedInWords, kindInWords } from "./merge-words.ts";
import { useDismiss } from "./use-dismiss.ts";

export type Merged = {
  mergeId: number;
  patientId: number;
  survivorName: string;
  otherName: string;
  undoUntil: string;
};

/** Two records side by side: what stays, what moves, and the merge itself. */
export function CompareScreen({
  stays,
  goes,
  head,
  onSwap,
  onOpenPatient,
  onMerged,
  onLeave,
}: {
  stays: number;
  goes: number;
  /** The page's title with its buttons. */
  head: (actions: ReactNode) => ReactNode;
  onSwap: () => void;
  onOpenPatient: (id: number) => void;
  onMerged: (merged: Merged) => void;
  onLeave: () => void;
}) {
  const [choices, setChoices] = useState<MergeChoices>({});
  // Shown unchanged during the merge: a refetch would miss one of the two.
  const [isMerging, setMerging] = useState(false);
  const { data, error, refetch, isFetching } = useCall(
    previewMerge,
    {
      params: { id: String(stays) },
      query: { otherId: String(goes), ...(choices.sex && { sex: choices.sex }) },
    },
    { refetchOnMount: "always", keepsPrevious: true, enabled: !isMerging },
  );
  const dismiss = useDismiss();
  const actions = data && (
    <>
      <Button icon={<ArrowLeftRight />} onClick={onSwap}>
        Keep the Other
      </Button>
      <Button
        icon={<UsersRound />}
        busy={dismiss.isPending}
        onClick={() =>
          void dismiss
            .mutateAsync({ body: { patientId: stays, otherId: goes } })
            .then(onLeave, () => undefined)
        }
      >
        Not the Same Person
      </Button>
    </>
  );
  return (
    <>
      <Button variant="link" size="sm" icon={<ChevronLeft />} onClick={onLeave} data-print="no">
        Possible Duplicates
      </Button>
      {head(actions)}
      {data ? (
        <div className="grid gap-5">
          <ComparedFields
            preview={data}
            choices={choices}
            onChoose={(field, side) => setChoices((before) => ({ ...before, [field]: side }))}
            onOpenPatient={onOpenPatient}
          />
          <WhatMoves
            preview={data}
            choices={choices}
            isChecking={isFetching}
            onCheck={() => void refetch()}
            onSending={setMerging}
            onMerged={onMerged}
            onLeave={onLeave}
          />
        </div>
      ) : (
        <Section flush>
          {error ? (
            <ErrorState
              level={2}
              title={error.status === 404 ? "Record not found" : "Failed to compare the records"}
              why={error.status === 404 ? "One of the two was deleted or merged meanwhile." : error.shown()}
              {...(error.status !== 404 && { onRetry: () => void refetch() })}
              retrying={isFetching}
            />
          ) : (
            <Waiting
              label="Loading both records..."
              onRetry={() => void refetch()}
              skeleton={<SkeletonTable rows={7} columns={3} />}
            />
          )}
        </Section>
      )}
    </>
  );
}

function WhatMoves({
  preview,
  choices,
  isChecking,
  onCheck,
  onSending,
  onMerged,
  onLeave,
}: {
  preview: MergePreview;
  choices: MergeChoices;
  isChecking: boolean;
  onCheck: () => void;
  onSending: (isSending: boolean) => void;
  onMerged: (merged: Merged) => void;
  onLeave: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const { survivor, other, obstacles, moves, billed, joined, undoUntil } = preview;
  const isRefused = obstacles.length > 0;
  return (
    <Section
      title={`What Moves to ${survivor.patientName}`}
      foot={
        <>
          <p className="min-w-0 flex-1 basis-72 text-sm text-ink-2">
            You can undo this until {dayOf(undoUntil)}. The number{" "}
            <span className="tabular-nums">{other.admissionNo}</span> leads to the record that stays.
          </p>
          <span className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1" data-print="no">
            <Button variant="ghost" onClick={onLeave}>
              Cancel
            </Button>
            {isRefused ? (
              <Button icon={<RefreshCw />} busy={isChecking} busyLabel="Checking…" onClick={onCheck}>
                Check Again
              </Button>
            ) : (
              <Button variant="primary" icon={<Check />} onClick={() => setAsking(true)}>
                Merge
              </Button>
            )}
          </span>
        </>
      }
    >
      <div className="grid gap-3">
        {isRefused ? (
          <NoteBox tone="warn" title="Before they can be merged">
            <ul className="grid gap-1">
              {obstacles.map((obstacle) => (
                <li key={obstacle}>{obstacle}</li>
              ))}
            </ul>
          </NoteBox>
        ) : (
          <>
            {moves.length === 0 ? (
              <p className="text-ink-2">The other record has no visits, files or other entries.</p>
            ) : (
              <ul aria-label="What moves" className="flex flex-wrap gap-x-7 gap-y-1.5">
                {moves.map((move) => (
                  <li key={move.kind}>
                    <b className="font-strong tabular-nums">{formatCount(move.count)}</b> {kindInWords(move)}
                    {move.kind === "bills" && billed !== null && `, ${formatMoney(billed)}`}
                  </li>
                ))}
              </ul>
            )}
            {survivor.allergies !== other.allergies && preview.allergies !== null && (
              <NoteBox tone="warn">
                The allergies differ. Together they are “{preview.allergies}”, and what each record said stays
                readable.
              </NoteBox>
            )}
            {joined > 0 && <NoteBox>{joinedInWords(joined)}</NoteBox>}
          </>
        )}
      </div>
      {isAsking && (
        <MergeDialog
          preview={preview}
          choices={choices}
          onSending={onSending}
          onMerged={onMerged}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

/** The confirmation: which record stays, and for how long the merge can be undone. */
function MergeDialog({
  preview: { survivor, other, undoUntil },
  choices,
  onSending,
  onMerged,
  onClose,
}: {
  preview: MergePreview;
  choices: MergeChoices;
  onSending: (isSending: boolean) => void;
  onMerged: (merged: Merged) => void;
  onClose: () => void;
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const merge = useEndpointMutation(mergePatients, { done: null, failed: null });
  const confirm = async () => {
    setFailure(null);
    onSending(true);
    try {
      const done = await merge.mutateAsync({
        params: { id: String(survivor.id) },
        body: { otherId: other.id, choices },
      });
      onMerged({
        mergeId: done.id,
        patientId: done.patientId,
        survivorName: choices.patientName === "other" ? other.patientName : survivor.patientName,
        otherName: other.patientName,
        undoUntil: done.undoUntil,
      });
    } catch (error) {
      onSending(false);
      setFailure(
        isApiError(error)
          ? error.shown("The records could not be merged.")
          : "The records could not be merged.",
      );
    }
  };
  return (
    <ConfirmDialog
      open
      title="Merge these records?"
      description={
        <>
          <b className="font-strong wrap-anywhere">{survivor.patientName}</b> ({survivor.admissionNo}) stays.{" "}
          <b className="font-strong wrap-anywhere">{other.patientName}</b> ({other.admissionNo}) becomes part
          of it. You can undo this for {UNDO_DAYS} days, until {dayOf(undoUntil)}.
        </>
      }
      confirmLabel="Merge Records"
      busyLabel="Merging…"
      onClose={onClose}
      onConfirm={confirm}
    >
      {failure && (
        <NoteBox tone="bad" role="alert" title="Not merged">
          {failure}
        </NoteBox>
      )}
    </ConfirmDialog>
  );
}
