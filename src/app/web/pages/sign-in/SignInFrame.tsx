import { type ReactNode, useEffect } from "react";
import { Toaster } from "#web/ui/overlays/Toaster.tsx";
import { signOutOfLanding } from "../landing/sign-out-of-landing.ts";
import { OfflineBar } from "../shell/OfflineBar.tsx";
import { SuspensionOverlay } from "../shell/SuspensionOverlay.tsx";

/** The layout of a sign-in page. On first use, the application is preloaded. */
export function SignInFrame({ children }: { children: ReactNode }) {
  useEffect(() => {
    const ahead = () => void import("#app/web/application.ts");
    document.addEventListener("input", ahead, { once: true });
    return () => document.removeEventListener("input", ahead);
  }, []);
  return (
    <>
      <OfflineBar />
      {children}
      <SuspensionOverlay onSignOut={signOutOfLanding} />
      <Toaster />
    </>
  );
}
