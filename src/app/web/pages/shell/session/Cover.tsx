import { createPortal } from "react-dom";

/** Hides the page and its open dialogs, since another person may be looking now. */
export function Cover() {
  return createPortal(<div className="fixed inset-0 z-dialog bg-paper" />, document.body);
}
