import { createPortal } from "react-dom";

/** Hides the page and the dialogs that are open on it, for eyes that may not be the same any more. */
export function Cover() {
  return createPortal(<div className="fixed inset-0 z-dialog bg-paper" />, document.body);
}
