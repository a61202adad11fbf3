import { type ReactNode, useEffect } from "react";
import { Toaster } from "#web/ui/overlays/Toaster.tsx";
import { signOutOfLanding } from "../landing/sign-out-of-landing.ts";
import { OfflineBar } from "../shell/OfflineBar.tsx";
import { SuspensionOverlay } from "../shell/SuspensionOverlay.tsx";

/** Around a sign-in page that stands by itself. Once it is used, the application is fetched ahead. */
export function SignInFrame({ children }: { children: ReactNode }) {
  useEffect(() => {
    const ahead = () => void import("#web/start-app.tsx");
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
