import { Outlet } from "@tanstack/react-router";
import { Suspense, useLayoutEffect } from "react";
import { useCurrentUser } from "#web/session.tsx";
import { drawnPageId } from "#web/small-form.ts";
import { Toaster } from "#web/ui/Toaster.tsx";
import { LoadingPage } from "./LoadingPage.tsx";
import { OfflineBar } from "./OfflineBar.tsx";
import { SessionGuards } from "./SessionGuards.tsx";

/** What stands around every page of the application. */
export function RootPage() {
  return (
    <>
      <OfflineBar />
      <Suspense fallback={<LoadingPage />}>
        <Outlet />
        <TakeOver />
      </Suspense>
      <SessionGuards />
      <Toaster />
    </>
  );
}

/**
 * Takes away the page as it was drawn at build time, in the frame in which the real one appears: not before it is
 * known who is signed in, so that no spinner flashes between the two.
 */
function TakeOver() {
  const { isPending } = useCurrentUser();
  useLayoutEffect(() => {
    const drawn = document.getElementById(drawnPageId);
    if (isPending || !drawn) return;
    const focused = drawn.contains(document.activeElement)
      ? document.activeElement?.getAttribute("name")
      : null;
    drawn.remove();
    document.getElementById("root")?.removeAttribute("hidden");
    if (focused) document.querySelector<HTMLElement>(`#root [name="${focused}"]`)?.focus();
  }, [isPending]);
  return null;
}
