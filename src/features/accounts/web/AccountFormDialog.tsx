import { Dialog, type DialogProps } from "#web/ui/overlays/Dialog.tsx";
import { AccountForm, type AccountFormProps } from "./AccountForm.tsx";

/** A small form in a dialog, which a press outside does not close. */
export const AccountFormDialog = ({
  title,
  description,
  onClose,
  ...form
}: AccountFormProps & Pick<DialogProps, "title" | "description" | "onClose">) => (
  <Dialog open compact size="sm" closeOutside={false} {...{ title, description, onClose }}>
    <AccountForm {...form} />
  </Dialog>
);
