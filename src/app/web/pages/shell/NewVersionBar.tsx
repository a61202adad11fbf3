import { RefreshCw } from "lucide-react";
import { useNewVersion } from "#web/offline/new-version.ts";
import { ThinBar } from "#web/ui/feedback/ThinBar.tsx";

/** Quiet, below the page: typed text is stored as drafts, and reloading can wait. */
export function NewVersionBar() {
  if (!useNewVersion()) return null;
  return (
    <ThinBar icon={<RefreshCw />}>
      A new version is ready –{" "}
      <button
        type="button"
        className="inline-flex min-h-touch items-center underline underline-offset-2 md:min-h-6"
        onClick={() => location.reload()}
      >
        Reload
      </button>
    </ThinBar>
  );
}
