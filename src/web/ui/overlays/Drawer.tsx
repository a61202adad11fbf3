import { Dialog, type DialogProps } from "./Dialog.tsx";

/** A sheet that slides over the page from the right, from the foot on phones. A dialog in all else. */
export function Drawer(props: Omit<DialogProps, "size" | "compact">) {
  return <Dialog {...props} size="drawer" />;
}
