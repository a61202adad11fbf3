import { type FullHistory, fullHistoryLabels } from "#features/consultations/contract.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import type { Conflict } from "./full-history/full-history-form.ts";

/** Two users wrote in the same field: both texts side by side, and a choice for each. Saving waits for it. */
export function WrittenMeanwhile({
  conflicts,
  record,
  onChosen,
}: {
  conflicts: readonly Conflict[];
  record: FullHistory;
  onChosen: (field: Conflict["field"], text: string) => void;
}) {
  const other = record.writtenByName ?? "Somebody";
  return (
    <NoteBox
      tone="warn"
      role="alert"
      title={`${other} wrote in this full history at ${formatClock(record.updatedAt)}. Yours is saved once you choose.`}
    >
      <div className="mt-2 grid gap-4 text-ink">
        {conflicts.map(({ field, mine, theirs }) => (
          <section key={field} aria-label={fullHistoryLabels[field]} className="grid gap-1.5">
            <p className="font-strong">{fullHistoryLabels[field]}</p>
            <div className="grid gap-3 md:grid-cols-2">
              <Text of="Yours" text={mine} onChosen={() => onChosen(field, mine)} button="Keep mine" />
              <Text of={other} text={theirs} onChosen={() => onChosen(field, theirs)} button="Take theirs" />
            </div>
          </section>
        ))}
      </div>
    </NoteBox>
  );
}

function Text({
  of,
  text,
  button,
  onChosen,
}: {
  of: string;
  text: string;
  button: string;
  onChosen: () => void;
}) {
  return (
    <div className="grid content-between justify-items-start gap-1.5">
      <div>
        <p className="text-ink-2">{of}</p>
        <p className="max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere">{text || "Empty"}</p>
      </div>
      <Button size="sm" onClick={onChosen}>
        {button}
      </Button>
    </div>
  );
}
