import { useEffect, useEffectEvent } from "react";
import { isPressed, type ShortcutId } from "#web/shortcuts.ts";

/** Layers above a page, which handle their own keys. */
export const layers = "[role=dialog], [role=alertdialog], [role=menu]";
/** Where a letter is text input. */
export const fields = "input, textarea, select, [contenteditable]";

/** Runs `act` on a shortcut of the page, while no layer is open above it and no field has the focus. */
export function usePageKey(id: ShortcutId, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || !isPressed(event, id)) return;
    if (document.querySelector(layers)) return;
    if (event.target instanceof Element && event.target.closest(fields)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
