import type { Pregnancy } from "#features/pregnancies/contract.ts";
import { Button } from "#web/ui/Button.tsx";

/** Marks a row as recorded by mistake, or takes that back. */
export function MistakeButton({
  row,
  was,
  disabled,
  onMark,
}: {
  row: Pregnancy;
  /** What it is otherwise. */
  was: "open" | "ended" | "earlier";
  disabled: boolean;
  onMark: (state: Pregnancy["state"]) => void;
}) {
  const isWrong = row.state === "entered_in_error";
  return (
    <Button variant="ghost" disabled={disabled} onClick={() => onMark(isWrong ? was : "entered_in_error")}>
      {isWrong ? "Was Right After All" : "Recorded by Mistake"}
    </Button>
  );
}
