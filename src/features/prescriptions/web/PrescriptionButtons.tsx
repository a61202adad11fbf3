import { Check, Download, Printer } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { Prescription } from "#features/prescriptions/contract.ts";
import type { NextStep } from "#web/clinical/NextSteps.tsx";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { shortcutProps } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { CancelButton } from "#web/ui/inputs/CancelButton.tsx";
import type { usePrescriptionActions } from "./use-prescription-actions.tsx";

/** The buttons of the dialog. Only the doctor's own or a released prescription can be printed. */
export function PrescriptionButtons({
  actions,
  isSigner,
  isSaved,
  next,
  extra,
  onCancel,
}: {
  actions: Pick<ReturnType<typeof usePrescriptionActions>, "doing"> &
    Record<"print" | "download", () => void>;
  isSigner: boolean;
  /** Then the next act is what comes next for the visit, else to print. */
  isSaved: boolean;
  next: NextStep | undefined;
  /** Before the buttons while it is not saved. */
  extra?: ReactNode;
  onCancel: () => void;
}) {
  const printing = useRef<HTMLButtonElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const goingOn = useRef<HTMLButtonElement>(null);
  const hasNext = next !== undefined;
  useEffect(() => {
    // The form with the focused field, or the pressed button, is gone.
    const { activeElement } = document;
    if (isSaved && (activeElement === document.body || activeElement?.getAttribute("role") === "dialog"))
      (hasNext ? goingOn : isSigner ? printing : close).current?.focus();
  }, [isSaved, isSigner, hasNext]);
  // The browser's own Print would print the form.
  useFormKey("print", isSigner ? actions.print : null, printing);
  const paper = isSigner
    ? {}
    : { disabled: true, title: "The doctor must release it first", "aria-describedby": "awaits-release" };
  return (
    <>
      {!isSaved && extra}
      <CancelButton
        ref={close}
        variant={isSaved && !isSigner && !next ? "primary" : "ghost"}
        onCancel={onCancel}
        isSending={actions.doing !== null}
        label={isSaved ? "Close" : "Cancel"}
        className="max-md:order-1 max-md:flex-1"
      />
      <Button
        {...(isSigner && shortcutProps("print"))}
        {...paper}
        ref={printing}
        variant={isSaved && isSigner && !next ? "primary" : undefined}
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
      {isSaved && next && (
        <Button
          ref={goingOn}
          variant="primary"
          icon={next.icon}
          onClick={next.press}
          className="max-md:basis-full! max-md:short:order-2 max-md:short:basis-auto!"
        >
          {`Next: ${next.name}`}
        </Button>
      )}
    </>
  );
}

/** At the left of the buttons: whether the form is saved, or why it cannot be printed yet. */
export function SavedNote({ saved }: { saved: Prescription | null }) {
  if (!saved) return "Print and PDF become available once the doctor releases it";
  return (
    <span role="status" className="flex items-center gap-2">
      <Check />
      {saved.status === "prepared" ? "Saved, awaiting release" : "Saved"}
    </span>
  );
}
