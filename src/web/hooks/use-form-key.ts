import { type RefObject, useEffect, useEffectEvent } from "react";
import { isPressed, type ShortcutId } from "#web/shortcuts.ts";

/**
 * Runs `act` on a shortcut of a form, also while one of its fields has the focus.
 * @param act null: the browser handles the key
 * @param within a part of the form: the key is ignored while another dialog is open above it
 */
export function useFormKey(
  id: ShortcutId,
  act: (() => void) | null,
  within?: RefObject<Element | null>,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!act || event.repeat || !isPressed(event, id)) return;
    const top = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1);
    if (within && !top?.contains(within.current)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
