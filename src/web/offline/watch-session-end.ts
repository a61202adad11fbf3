import { currentUser } from "#features/accounts/contract.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { timeNow } from "#web/clock.ts";
import { call } from "#web/data/api.ts";
import { setSessionState } from "#web/data/session-state.ts";
import { storeOfflineEnd } from "#web/storage-keys.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { clearOfflineCache } from "./clear-cache.ts";
import { extendCache, untilLocked } from "./offline-cache.ts";

/** ms before the end at which the user is warned. */
const warnBefore = 300_000;
const lookEvery = 60_000;
const uses = ["pointerdown", "keydown"] as const;

/** Until the returned function is called. Without a cache, as on plain http, it warns of nothing. */
export function watchSessionEnd(email: string, isOffline: boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isWarned = false;
  const look = async () => {
    clearTimeout(timer);
    const left = await untilLocked(timeNow());
    if (isOver) return;
    if (left === null) {
      // The first answers of a session are stored after the page has started.
      timer = setTimeout(again, lookEvery);
      return;
    }
    if (left === 0) {
      if (isOffline) lock();
      return;
    }
    if (left > warnBefore) isWarned = false;
    else if (!isWarned) {
      isWarned = true;
      warn(left);
    }
    const next = left > warnBefore ? left - warnBefore : left;
    timer = setTimeout(again, Math.min(next + 1000, lookEvery));
  };
  const again = () => void look().catch(() => undefined);
  const lock = () => {
    storeOfflineEnd(timeNow());
    void clearOfflineCache();
    setSessionState({ endedFor: email });
  };
  const stay = () => {
    const used = isOffline ? extendCache(timeNow()) : call(currentUser, {});
    void used.then(again, () => undefined);
  };
  const warn = (left: number) => {
    const at = formatClock(new Date(timeNow() + left));
    notify({
      kind: "warning",
      title: isOffline ? `You can read offline until ${at}` : `You will be logged out at ${at}`,
      description: isOffline
        ? "Without a connection you cannot log in again then. What you typed stays."
        : "Klinika was not used for a while. What you typed stays.",
      undo: stay,
      undoLabel: "Stay Logged In",
      duration: left,
    });
  };
  // Online every call counts by itself.
  const use = () => void extendCache(timeNow()).catch(() => undefined);
  if (isOffline) for (const event of uses) addEventListener(event, use, true);
  again();
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const event of uses) removeEventListener(event, use, true);
  };
}
