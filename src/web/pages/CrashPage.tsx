import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorState } from "#web/ui/ErrorState.tsx";

/** A defect in a screen, or a part that could not be fetched: the rest of the data is safe on the server. */
export function CrashPage({ error }: ErrorComponentProps) {
  console.error(error);
  return (
    <main className="grid min-h-dvh place-items-center px-5">
      <ErrorState
        level={2}
        title="This page could not be shown"
        why="Saved records are not affected. Load the page again; if it happens again, tell support what you were doing."
        retryLabel="Load Again"
        onRetry={() => location.reload()}
      />
    </main>
  );
}
