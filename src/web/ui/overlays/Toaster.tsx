import { Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { lazyPart } from "#web/lazy-part.ts";
import { dropToasts, whenTold } from "./notify.ts";

const ToastStack = lazyPart(() => import("./ToastStack.tsx"), "ToastStack");

/** A toast answers to what somebody does: its code comes with the first touch, well before there is an answer. */
const touches = ["pointerdown", "keydown"] as const;
/** ms of standing still after which it comes unasked, so that a lost connection finds it there. */
const unaskedAfter = 10_000;

/**
 * Where toasts appear. Put once, at the root. It lies in the body itself: what lies in the page is hidden from screen
 * readers while a dialog is open.
 */
export function Toaster() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isWanted) return;
    const want = () => setWanted(true);
    const timer = setTimeout(want, unaskedAfter);
    for (const touch of touches) document.addEventListener(touch, want);
    const forget = whenTold(want);
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
