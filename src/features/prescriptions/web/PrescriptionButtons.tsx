import { Check, Download, Printer } from "lucide-react";
import { useRef } from "react";
import type { Prescription } from "#features/prescriptions/contract.ts";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { ariaKeys, keysOf } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import type { usePrescriptionActions } from "./use-prescription-actions.ts";

/** The buttons of the dialog. Only the doctor's own or a released prescription can be printed. */
export function PrescriptionButtons({
  actions,
  isOwner,
  isSaved,
  onCancel,
}: {
  actions: Pick<ReturnType<typeof usePrescriptionActions>, "doing"> &
    Record<"print" | "download", () => void>;
  isOwner: boolean;
  isSaved: boolean;
  onCancel: () => void;
}) {
  const printing = useRef<HTMLButtonElement>(null);
  // The browser's own Print would print the form.
  useFormKey("print", isOwner ? actions.print : null, printing);
  const paper = isOwner
    ? {}
    : { disabled: true, title: "The doctor must release it first", "aria-describedby": "awaits-release" };
  return (
    <>
      <Button
        variant="ghost"
        onClick={onCancel}
        disabled={actions.doing !== null}
        className="max-md:order-1 max-md:flex-1"
      >
        {isSaved ? "Close" : "Cancel"}
      </Button>
      <Button
        {...(isOwner && { title: keysOf("print").join("+"), "aria-keyshortcuts": ariaKeys("print") })}
        {...paper}
        ref={printing}
        icon={<Printer />}
        onClick={actions.print}
        busy={actions.doing === "print"}
        className="max-md:order-1 max-md:flex-1"
      >
        Print
      </Button>
      <Button
        {...paper}
        icon={<Download />}
        onClick={actions.download}
        busy={actions.doing === "download"}
        className="max-md:order-1 max-md:flex-1"
      >
        Download PDF
      </Button>
      <Button
        type="submit"
        variant="primary"
        busy={actions.doing === "save"}
        busyLabel="Saving…"
        className="max-md:basis-full! max-md:short:order-2 max-md:short:basis-auto!"
      >
        Save Prescription
      </Button>
    </>
  );
}

/** At the left of the buttons: whether the form is saved, or why it cannot be printed yet. */
export function SavedNote({ saved, isChanged }: { saved: Prescription | null; isChanged: boolean }) {
  if (!saved) return "Print and PDF become available once the doctor releases it";
  return (
    <span role="status" className="flex items-center gap-2">
      {isChanged ? (
        `Changed since prescription ${saved.id}: saving makes a new one`
      ) : (
        <>
          <Check />
          Saved as prescription {saved.id}
          {saved.status === "prepared" && ", awaiting release"}
        </>
      )}
    </span>
  );
}
