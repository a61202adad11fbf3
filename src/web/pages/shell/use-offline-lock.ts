import { useEffect } from "react";
import { timeNow } from "#web/clock.ts";
import { useFreshness } from "#web/data/freshness.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { setSessionState } from "#web/data/session-state.ts";
import { clearOfflineCache } from "#web/offline/clear-cache.ts";

/** Offline the server cannot end the session: the page covers itself when the session expires. */
export function useOfflineLock(): void {
  const { isOffline } = useFreshness();
  const email = useCurrentUser().data?.email;
  useEffect(() => {
    if (!isOffline || email === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const lock = () => {
      void clearOfflineCache();
      setSessionState({ endedFor: email });
    };
    import("#web/offline/offline-cache.ts")
      .then(({ untilLocked }) => untilLocked(timeNow()))
      .then((left) => {
        if (left !== null && !isGone) timer = setTimeout(lock, left);
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isOffline, email]);
}
