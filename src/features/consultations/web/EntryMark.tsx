import { Ban } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { EnteredInError } from "#features/consultations/contract.ts";
import { type MarkedEntry, markEntry } from "#features/consultations/entries-in-error-contract.ts";
import { inErrorText } from "#shared/clinical/entered-in-error.ts";
import { useAnswersFor } from "#web/clinical/use-answers-for.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { ReasonDialog } from "#web/forms/ReasonDialog.tsx";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";

type Entry = { id: number; isOwn: boolean; enteredInError: EnteredInError | null };
type Named = { patientId: number; entry: MarkedEntry; of: Entry };

const names: Record<MarkedEntry, string> = {
  consultation: "Consultation",
  addendum: "Addendum",
  fullHistory: "Full history",
};
const effects: Record<MarkedEntry, string> = {
  consultation:
    "It stays where it is, struck through, and is not used any more: not as diagnosis, plan or last visit, and in no copy, print or report. Prescriptions, papers and bills of the visit are withdrawn or voided on their own.",
  addendum: "It stays where it is, struck through, and is in no copy or print.",
  fullHistory:
    "It stays in the list, struck through, and is in no copy or print. A draft can no longer be edited.",
};

function useMarkEntry({ patientId, entry, of }: Named) {
  const named = { entry, entryId: of.id };
  const params = { id: String(patientId) };
  const again = useEndpointMutation(markEntry, {
    done: `${names[entry]} is used again`,
    failed: { title: "Error", fallback: `Failed to use the ${names[entry].toLowerCase()} again` },
    invalidatesOnError: true,
  });
  const takeBack = () => again.mutate({ params, body: { ...named, state: "final" } });
  const mark = useEndpointMutation(markEntry, {
    done: `${names[entry]} marked as entered in error`,
    failed: null,
    invalidatesOnError: true,
    undo: takeBack,
  });
  return {
    takeBack,
    isPending: again.isPending,
    mark: (reason: string) =>
      mark.mutateAsync({ params, body: { ...named, state: "entered_in_error", reason } }),
  };
}

/** Who marked an entry, when and why, and the button that takes the mark off. Nothing of an entry without a mark. */
export function InErrorNote({ className, ...named }: Named & { className?: string }) {
  const { takeBack, isPending } = useMarkEntry(named);
  const mayMark = useAnswersFor();
  const { enteredInError } = named.of;
  if (!enteredInError) return null;
  return (
    <NoteBox
      tone="bad"
      className={className}
      title={inErrorText(enteredInError)}
      actions={
        mayMark(named.of) && (
          <Button size="sm" busy={isPending} onClick={takeBack}>
            Use Again
          </Button>
        )
      }
    />
  );
}

/** The button that marks an entry, and the question why. Hidden for users who may not. */
export function MarkInError({
  children,
  onMarked,
  ...named
}: Named & {
  onMarked?: (() => void) | undefined;
  /** Beside the button: what it is for. */
  children?: ReactNode;
}) {
  const { mark } = useMarkEntry(named);
  const mayMark = useAnswersFor();
  const [isOpen, setOpen] = useState(false);
  if (named.of.enteredInError || !mayMark(named.of)) return null;
  return (
    <>
      {children}
      <Button size="sm" variant="ghost" icon={<Ban />} onClick={() => setOpen(true)}>
        Entered in Error…
      </Button>
      {isOpen && (
        <ReasonDialog
          title="Entered in Error"
          description={effects[named.entry]}
          hint="For example: another patient's, written twice"
          missing="Say what is wrong"
          save="Mark as Entered in Error"
          fallback={`Failed to mark the ${names[named.entry].toLowerCase()}`}
          onSave={async ({ reason }) => {
            await mark(reason);
            onMarked?.();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** For the foot of a dialog: what to do with an entry that is wrong. */
export const MarkInErrorLine = (named: Named & { onMarked?: () => void }) => {
  const mayMark = useAnswersFor();
  if (named.of.enteredInError || !mayMark(named.of)) return null;
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4 text-sm text-ink-2">
      <MarkInError {...named}>
        <span className="min-w-0 flex-1 basis-60">Written in the wrong record, or twice?</span>
      </MarkInError>
    </p>
  );
};
