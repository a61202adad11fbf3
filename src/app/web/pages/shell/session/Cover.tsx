import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

/** Hides the page and its open dialogs, since another person may be looking now, behind a dialog that stays. */
export function Cover(props: {
  title: string;
  description?: string;
  role?: "alertdialog";
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      {createPortal(<div className="fixed inset-0 z-dialog bg-paper" />, document.body)}
      <Dialog open locked compact size="sm" closeOutside={false} onClose={() => undefined} {...props} />
    </>
  );
}
