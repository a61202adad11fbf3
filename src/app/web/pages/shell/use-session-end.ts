import { useEffect } from "react";
import { useFreshness } from "#web/data/freshness.ts";
import { useCurrentUser } from "#web/data/session.tsx";

/**
 * Warns before an unused session ends. Offline the server cannot end it: the page covers itself when it expires, and
 * using it counts.
 */
export function useSessionEnd(): void {
  const { isOffline } = useFreshness();
  const email = useCurrentUser().data?.email;
  useEffect(() => {
    if (email === undefined) return;
    let stop: (() => void) | null | undefined;
    void import("#web/offline/watch-session-end.ts").then(
      ({ watchSessionEnd }) => {
        if (stop !== null) stop = watchSessionEnd(email, isOffline);
      },
      () => undefined,
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, [isOffline, email]);
}
