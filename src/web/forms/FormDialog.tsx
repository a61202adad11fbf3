import type { FormEventHandler, ReactNode } from "react";
import { DraftOffer } from "../drafts/DraftOffer.tsx";
import type { Draft } from "../drafts/use-draft.ts";
import { FormFoot } from "../ui/inputs/FormFoot.tsx";
import { Dialog, type DialogProps } from "../ui/overlays/Dialog.tsx";
import { useDiscardQuestion } from "./use-discard-question.tsx";

/** What `useFormDialog` returns for the dialog. */
export type FormDialogState = {
  isDirty: boolean;
  isSending: boolean;
  draft?: Draft | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
};

type FormDialogProps = FormDialogState &
  Pick<
    DialogProps,
    "title" | "description" | "size" | "compact" | "patient" | "footNote" | "bodyClassName" | "children"
  > &
  Pick<Parameters<typeof FormFoot>[0], "busyLabel" | "isWaiting" | "disabled"> & {
    /** The submit button's label. */
    save: string;
    /** Instead of Cancel and the submit button. */
    foot?: (onCancel: () => void) => ReactNode;
    /** The draft is offered among the children. */
    hasOwnOffer?: boolean;
    /** Of the fields' parent. */
    className?: string;
  };

/**
 * A form in a dialog: offers its draft, cannot be closed while it is sent, and asks before closing discards changes. A
 * compact one, of a line or two, is closed without a question.
 */
export function FormDialog({
  isDirty,
  isSending,
  draft,
  onSubmit,
  onClose,
  save,
  busyLabel,
  isWaiting,
  disabled,
  foot,
  hasOwnOffer = false,
  className = "grid gap-4",
  children,
  ...dialog
}: FormDialogProps) {
  const { mayClose, closing, question } = useDiscardQuestion(
    isDirty && !dialog.compact,
    undefined,
    draft?.forget,
  );
  const onCancel = closing(onClose);
  return (
    <Dialog
      open
      {...dialog}
      onClose={onClose}
      mayClose={() => !isSending && mayClose()}
      onSubmit={onSubmit}
      foot={
        foot ? (
          foot(onCancel)
        ) : (
          <FormFoot {...{ onCancel, isSending, busyLabel, isWaiting, disabled, save }} />
        )
      }
    >
      <div className={className}>
        {draft && !hasOwnOffer && <DraftOffer draft={draft} />}
        {children}
      </div>
      {question}
    </Dialog>
  );
}
