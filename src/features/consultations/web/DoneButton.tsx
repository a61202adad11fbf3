import { Banknote, Check } from "lucide-react";
import { Button } from "#web/ui/Button.tsx";
import { useCloseVisit } from "./use-close-visit.ts";

/** Closes the consultation in the record of a patient whose consultation is pending. */
export function DoneButton({ patientId, onDone }: { patientId: number; onDone: () => void }) {
  const closing = useCloseVisit(patientId);
  if (!closing) return null;
  return (
    <Button
      icon={closing.label === "Done" ? <Check /> : <Banknote />}
      onClick={() => {
        closing.close();
        onDone();
      }}
    >
      {closing.label}
    </Button>
  );
}
