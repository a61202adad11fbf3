import { FolderOpen, Undo2 } from "lucide-react";
import { undoMerge } from "#features/merges/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import type { Merged } from "./CompareScreen.tsx";
import { dayOf } from "./merge-words.ts";

/** After a merge: links to the survivor, and to the undo. */
export function MergedNote({
  merged: { mergeId, patientId, survivorName, otherName, undoUntil },
  onOpenPatient,
  onUndone,
}: {
  merged: Merged;
  onOpenPatient: (id: number) => void;
  onUndone: () => void;
}) {
  const undo = useEndpointMutation(undoMerge, {
    done: { title: "Merge undone", description: `${otherName} has a record again` },
    failed: { title: "Error", fallback: "The merge could not be undone" },
    invalidatesOnError: true,
  });
  return (
    <NoteBox
      tone="ok"
      role="status"
      title={`Merged into ${survivorName}`}
      actions={
        <>
          <Button size="sm" icon={<FolderOpen />} onClick={() => onOpenPatient(patientId)}>
            Open Record
          </Button>
          <Button
            size="sm"
            icon={<Undo2 />}
            busy={undo.isPending}
            onClick={() =>
              void undo.mutateAsync({ params: { id: String(mergeId) } }).then(onUndone, () => undefined)
            }
          >
            Undo
          </Button>
        </>
      }
    >
      {otherName} is part of this record now. You can undo this until {dayOf(undoUntil)}.
    </NoteBox>
  );
}
