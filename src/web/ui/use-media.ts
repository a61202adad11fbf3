import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

/** Below this width the frame is a phone's; the breakpoint of `max-md:` in classes. */
const PHONE = "screen and (max-width: 767.98px)";

/** Whether a media query matches; false without a screen (tests, prerendering). */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      if (typeof matchMedia === "undefined") return () => {};
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => typeof matchMedia !== "undefined" && matchMedia(query).matches,
    () => false,
  );
}

export const usePhone = (): boolean => useMedia(PHONE);

let printing = false;

/** True during print layout, so that a list can render all of its rows. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    (changed) => {
      // The layout is taken as soon as the event ends: the rows must be rendered synchronously.
      const set = (now: boolean) => () => {
        printing = now;
        flushSync(changed);
      };
      const [before, after] = [set(true), set(false)];
      window.addEventListener("beforeprint", before);
      window.addEventListener("afterprint", after);
      return () => {
        window.removeEventListener("beforeprint", before);
        window.removeEventListener("afterprint", after);
      };
    },
    () => printing || (typeof matchMedia !== "undefined" && matchMedia("print").matches),
    () => false,
  );
}
