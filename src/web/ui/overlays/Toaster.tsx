import { Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { lazyPart } from "#web/lazy-part.ts";
import { dropToasts, onToast } from "./notify.ts";

const ToastStack = lazyPart(() => import("./ToastStack.tsx"), "ToastStack");

/** Toasts answer user actions: the code loads with the first touch, before there is a result. */
const touches = ["pointerdown", "keydown"] as const;
/** ms of idling after which it loads anyway, for when the connection is lost later. */
const preloadAfter = 10_000;

/**
 * Renders the toasts. Use it once, at the root. It is a child of the body: a page's content is hidden from screen
 * readers while a dialog is open.
 */
export function Toaster() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isWanted) return;
    const want = () => setWanted(true);
    const timer = setTimeout(want, preloadAfter);
    for (const touch of touches) document.addEventListener(touch, want);
    const forget = onToast(want);
    return () => {
      clearTimeout(timer);
      for (const touch of touches) document.removeEventListener(touch, want);
      forget();
    };
  }, [isWanted]);
  useEffect(() => dropToasts, []);
  return isWanted
    ? createPortal(
        <Suspense fallback={null}>
          <ToastStack />
        </Suspense>,
        document.body,
      )
    : null;
}
