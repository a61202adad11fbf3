import type { Pregnancy } from "#features/pregnancies/contract.ts";
import { useAnswersFor } from "#web/clinical/use-answers-for.ts";
import { Button } from "#web/ui/Button.tsx";

/** Marks a row as recorded by mistake, or reverts that. Hidden for users who did not record it. */
export function MistakeButton({
  row,
  was,
  disabled,
  onMark,
}: {
  row: Pregnancy;
  /** The state to revert to. */
  was: "open" | "ended" | "earlier";
  disabled: boolean;
  onMark: (state: Pregnancy["state"]) => void;
}) {
  const answersFor = useAnswersFor();
  if (!answersFor(row)) return null;
  const isWrong = row.state === "entered_in_error";
  return (
    <Button variant="ghost" disabled={disabled} onClick={() => onMark(isWrong ? was : "entered_in_error")}>
      {isWrong ? "Use Again" : "Entered in Error"}
    </Button>
  );
}
