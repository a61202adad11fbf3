import { Spinner } from "#web/ui/feedback/Spinner.tsx";

/** While the current user loads, and nothing is there to show yet. */
export function LoadingPage() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-ink-3">
      <span className="flex items-center gap-3">
        <Spinner className="size-5" />
        Loading...
      </span>
    </div>
  );
}
