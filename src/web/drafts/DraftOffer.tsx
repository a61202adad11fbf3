import type { MouseEvent } from "react";
import { formatClock, formatInstant, manilaDay } from "#shared/formats/dates.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { firstField } from "#web/ui/inputs/first-field.ts";
import type { Draft } from "./use-draft.ts";

/** At the top of a form: offers to restore or discard what was typed here and not saved. */
export function DraftOffer({ draft }: { draft: Draft }) {
  const today = useToday();
  const [latest] = draft.offered;
  if (!latest)
    return draft.isNotStored ? (
      <p data-print="no" className="text-sm text-ink-3">
        Drafts can't be saved in this browser. Save before you leave.
      </p>
    ) : null;
  const at = new Date(latest.keptAt);
  return (
    <div data-print="no">
      <NoteBox
        tone="info"
        role="status"
        title={`Draft saved ${manilaDay(at) === today ? formatClock(at) : formatInstant(at)}`}
        actions={
          <>
            <Button
              size="sm"
              onClick={(event) => {
                const form = event.currentTarget.closest("form");
                draft.restore(latest);
                focusSoon(form);
              }}
            >
              Restore
            </Button>
            <Button
              size="sm"
              variant="ghost"
              onClick={(event: MouseEvent<HTMLButtonElement>) => {
                const form = event.currentTarget.closest("form");
                draft.discard(latest);
                focusSoon(form);
              }}
            >
              Discard
            </Button>
          </>
        }
      >
        {draft.offered.length > 1 && `And ${draft.offered.length - 1} more, from before.`}
      </NoteBox>
    </div>
  );
}

/** The clicked button disappears; focuses the form's first field once it is rendered. */
function focusSoon(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    if (form) firstField(form, form)?.focus();
  });
}
