import { type ConfidentialEntry, markConfidential } from "#features/confidential/contract.ts";
import type { CurrentUser } from "#shared/current-user.ts";
import { isDoctor } from "#shared/permissions.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { useAnswersFor } from "./use-answers-for.ts";

type Entry = { isConfidential: boolean; isOwn: boolean };

/** The mark of an entry, for those who may change it: its author and any doctor who sees it. */
export function useConfidential(patientId: number) {
  const answersFor = useAnswersFor();
  const { mutate, isPending } = useEndpointMutation(markConfidential, {
    done: ({ isConfidential }) => (isConfidential ? "Marked as confidential" : "No longer confidential"),
    failed: { title: "Error", fallback: "Failed to change who can see this" },
  });
  return {
    isPending,
    mayMark: ({ isOwn }: Pick<Entry, "isOwn">) => answersFor({ isOwn }),
    mark: (entry: ConfidentialEntry, entryId: number, isConfidential: boolean) =>
      mutate({
        params: { id: String(patientId) },
        body: { entries: [{ entry, entryId }], isConfidential },
      }),
  };
}

const readersOf = ({ isOwn }: Entry, user: CurrentUser | null | undefined): string => {
  if (!user?.doctors) return "who wrote it and the clinic owner";
  return isOwn && isDoctor(user.role) ? "you" : "who wrote it and the doctors";
};

/** Who can see an entry, and the button that changes it. Hidden for users who may not. */
export function ConfidentialLine({
  patientId,
  entry,
  of,
}: {
  patientId: number;
  entry: ConfidentialEntry;
  of: Entry & { id: number };
}) {
  const { mayMark, mark, isPending } = useConfidential(patientId);
  const user = useCurrentUser().data;
  if (!mayMark(of)) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4 text-sm text-ink-2">
      <span className="min-w-0 flex-1 basis-60">
        {of.isConfidential
          ? `Confidential: only ${readersOf(of, user)} can see it.`
          : "Everyone who may view records can see it."}
      </span>
      <Button size="sm" busy={isPending} onClick={() => mark(entry, of.id, !of.isConfidential)}>
        {of.isConfidential ? "Not Confidential" : "Mark as Confidential"}
      </Button>
    </p>
  );
}
