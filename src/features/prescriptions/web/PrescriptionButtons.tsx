import { Check, Download, Printer } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Prescription } from "#features/prescriptions/contract.ts";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { shortcutProps } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { CancelButton } from "#web/ui/inputs/CancelButton.tsx";
import type { usePrescriptionActions } from "./use-prescription-actions.tsx";

/** The buttons of the dialog. Only the doctor's own or a released prescription can be printed. */
export function PrescriptionButtons({
  actions,
  isOwner,
  isSaved,
  next,
  onCancel,
}: {
  actions: Pick<ReturnType<typeof usePrescriptionActions>, "doing"> &
    Record<"print" | "download", () => void>;
  isOwner: boolean;
  /** As it is shown: then the next act is to print, or what was planned with it. */
  isSaved: boolean;
  /** What opens when this dialog closes: "Laboratory Request". */
  next?: string | undefined;
  onCancel: () => void;
}) {
  const printing = useRef<HTMLButtonElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The pressed button is gone.
    if (isSaved && document.activeElement === document.body) (isOwner ? printing : close).current?.focus();
  }, [isSaved, isOwner]);
  // The browser's own Print would print the form.
  useFormKey("print", isOwner ? actions.print : null, printing);
  const paper = isOwner
    ? {}
    : { disabled: true, title: "The doctor must release it first", "aria-describedby": "awaits-release" };
  return (
    <>
      <CancelButton
        ref={close}
        variant={isSaved && !isOwner ? "primary" : isSaved && next ? "secondary" : "ghost"}
        onCancel={onCancel}
        isSending={actions.doing !== null}
        label={!isSaved ? "Cancel" : next ? `Next: ${next}` : "Close"}
        className="max-md:order-1 max-md:flex-1"
      />
      <Button
        {...(isOwner && shortcutProps("print"))}
        {...paper}
        ref={printing}
        variant={isSaved && isOwner ? "primary" : undefined}
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
      {!isSaved && (
        <Button
          type="submit"
          variant="primary"
          busy={actions.doing === "save"}
          busyLabel="Saving…"
          className="max-md:basis-full! max-md:short:order-2 max-md:short:basis-auto!"
        >
          Save Prescription
        </Button>
      )}
    </>
  );
}

/** At the left of the buttons: whether the form is saved, or why it cannot be printed yet. */
export function SavedNote({ saved, isChanged }: { saved: Prescription | null; isChanged: boolean }) {
  if (!saved) return "Print and PDF become available once the doctor releases it";
  return (
    <span role="status" className="flex items-center gap-2">
      {isChanged ? (
        "Changed since it was saved: saving makes another prescription"
      ) : (
        <>
          <Check />
          {saved.status === "prepared" ? "Saved, awaiting release" : "Saved"}
        </>
      )}
    </span>
  );
}
