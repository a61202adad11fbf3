import { Outlet } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { useCurrentUser } from "#web/data/session.tsx";
import { takeCarriedToast } from "#web/storage-keys.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { Toaster } from "#web/ui/overlays/Toaster.tsx";
import { LoadingPage } from "./shell/LoadingPage.tsx";
import { NewVersionBar } from "./shell/NewVersionBar.tsx";
import { OfflineBar } from "./shell/OfflineBar.tsx";
import { SessionGuards } from "./shell/session/SessionGuards.tsx";
import { useRecovery } from "./shell/use-recovery.ts";
import { useReplacePrerendered } from "./shell/use-replace-prerendered.ts";
import { useSessionEnd } from "./shell/use-session-end.ts";
import { useShownAge } from "./shell/use-shown-age.ts";

/** The layout of every page of the application. */
export function RootPage() {
  useRecovery();
  useSessionEnd();
  useCarriedToast();
  return (
    <>
      <OfflineBar oldest={useShownAge()} />
      <Suspense fallback={<LoadingPage />}>
        <Outlet />
        <TakeOver />
      </Suspense>
      <NewVersionBar />
      <SessionGuards />
      <Toaster />
    </>
  );
}

/** A toast from the previous page load, shown once this page's toaster is mounted. */
function useCarriedToast(): void {
  useEffect(() => {
    const carried = takeCarriedToast();
    if (carried) notify({ kind: "success", ...carried });
  }, []);
}

/** Not before the current user is known, so that no spinner flashes between the prerendered page and the real one. */
function TakeOver() {
  useReplacePrerendered(!useCurrentUser().isPending);
  return null;
}
