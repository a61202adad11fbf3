import { formatClock } from "#shared/dates.ts";
import { useFreshness } from "#web/freshness.ts";
import { ThinBar } from "#web/ui/ThinBar.tsx";

/** "Offline, showing data from 10:42" over every screen while the server cannot be reached. */
export function OfflineBar() {
  const { isOffline, answeredAt } = useFreshness();
  if (!isOffline) return null;
  return (
    <ThinBar>{answeredAt ? `Offline, showing data from ${formatClock(answeredAt)}` : "Offline"}</ThinBar>
  );
}
