import { useFreshness } from "#web/data/freshness.ts";

/** Beside the result of a search: without a connection it is not the clinic's. */
export function SearchedOnDevice() {
  const { isOffline, hasCached } = useFreshness();
  if (!isOffline && !hasCached) return null;
  return (
    <p role="status" className="text-sm text-ink-2">
      Offline: only patients opened on this device were searched.
    </p>
  );
}
