import type { ReactNode } from "react";
import { formatInstant } from "#shared/formats/dates.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";

type Withdrawn = {
  withdrawnAt: string | null;
  withdrawnByName: string | null;
  withdrawReason: string | null;
};

/** "Nov 20, 2026, 10:42 AM, Rafael Peñaflor: Wrong medicine"; null unless it was withdrawn. */
export const withdrawnWords = ({ withdrawnAt, withdrawnByName, withdrawReason }: Withdrawn): string | null =>
  withdrawnAt &&
  `${[formatInstant(withdrawnAt), withdrawnByName].filter(Boolean).join(", ")}: ${withdrawReason}`;

/** Who withdrew a paper, when and why. `id` is of the text, which explains why it can't be printed. */
export function WithdrawnNote({ of, id, actions }: { of: Withdrawn; id: string; actions?: ReactNode }) {
  const words = withdrawnWords(of);
  if (words === null) return null;
  return (
    <NoteBox tone="bad" title="Withdrawn" {...(actions !== undefined && { actions })}>
      <span id={id} className="wrap-anywhere">
        {words}. It can't be printed any more.
      </span>
    </NoteBox>
  );
}
