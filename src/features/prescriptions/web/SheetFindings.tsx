import { useState } from "react";
import type { Sheet } from "#shared/prescription/sheet.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";

const SHOWN_AT_FIRST = 3;

/** Messages of empty required fields: the form shows them under the fields after the first attempt to save. */
const isMissingField = (problem: string) => problem.endsWith(" is required");

/** What prevents printing, and what a pharmacy may ask about, as sentences. */
export function SheetFindings({ problems, warnings }: Pick<Sheet, "problems" | "warnings">) {
  const stops = problems.filter((problem) => !isMissingField(problem));
  return (
    <div className="grid gap-2 empty:hidden">
      {stops.length > 0 && (
        <NoteBox tone="bad" title="This can't be printed yet" role="status">
          <Sentences all={stops} />
        </NoteBox>
      )}
      {warnings.length > 0 && (
        <NoteBox tone="warn">
          <Sentences all={warnings} />
        </NoteBox>
      )}
    </div>
  );
}

function Sentences({ all }: { all: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? all : all.slice(0, SHOWN_AT_FIRST);
  const rest = all.length - shown.length;
  return (
    <>
      <ul className="grid gap-0.5 wrap-anywhere">
        {shown.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="link" size="sm" className="text-current" onClick={() => setWhole(true)}>
          {rest} more
        </Button>
      )}
    </>
  );
}
