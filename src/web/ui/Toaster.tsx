import { lazy, Suspense, useEffect, useState } from "react";

const ToastStack = lazy(() => import("./ToastStack.tsx"));

/** Where toasts appear. Put once, at the root; its code comes after the first paint. */
export function Toaster() {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted ? (
    <Suspense fallback={null}>
      <ToastStack />
    </Suspense>
  ) : null;
}
