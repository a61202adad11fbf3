import { useEffect, useEffectEvent } from "react";

/** While a dialog's code loads, keys go into the dialog, and shortcuts of the page are off. */
export function TypedAhead({ onText }: { onText: (letter: string) => void }) {
  const hold = useEffectEvent((event: KeyboardEvent) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (isText) onText(event.key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hold(event);
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, []);
  return null;
}
