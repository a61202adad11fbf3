import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";

const ToastStack = lazy(() => import("./ToastStack.tsx"));

/**
 * Where toasts appear. Put once, at the root; its code comes after the first paint. It lies in the body itself: what
 * lies in the page is hidden from screen readers while a dialog is open.
 */
export function Toaster() {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted
    ? createPortal(
        <Suspense fallback={null}>
          <ToastStack />
        </Suspense>,
        document.body,
      )
    : null;
}
