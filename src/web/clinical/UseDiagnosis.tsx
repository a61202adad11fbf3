import { Button } from "#web/ui/Button.tsx";

/** Characters of a diagnosis on a button. */
const MOST_LETTERS = 36;
const shortened = (text: string) =>
  text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS).trimEnd()}…` : text;

/** Offers the patient's diagnosis beside a field while that is empty. */
export function UseDiagnosis({
  typed,
  known,
  onUse,
}: {
  typed: string | null | undefined;
  known: string | null;
  onUse: (diagnosis: string) => void;
}) {
  if (typed?.trim() || !known) return null;
  return (
    <Button variant="link" size="sm" className="max-w-full" title={known} onClick={() => onUse(known)}>
      <span className="min-w-0 text-left wrap-anywhere whitespace-normal">Use “{shortened(known)}”</span>
    </Button>
  );
}
