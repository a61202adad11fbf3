import { Dialog, type DialogProps } from "./Dialog.tsx";

/** A sheet that slides in from the right, or from the bottom on phones. Otherwise a dialog. */
export function Drawer(props: Omit<DialogProps, "size" | "compact">) {
  return <Dialog {...props} size="drawer" />;
}
