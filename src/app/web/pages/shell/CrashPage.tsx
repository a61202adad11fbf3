import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";

/** Browsers' messages for a chunk that failed to load: offline, or replaced by a newer version. */
const notFetched = /dynamically imported module|importing a module|module script/i;

/** An error in a screen, or a chunk of it that failed to load. Saved data is safe on the server. */
export function CrashNote({ error }: ErrorComponentProps) {
  const isMissing = error instanceof Error && notFetched.test(error.message);
  return (
    <ErrorState
      level={2}
      title={isMissing ? "This part could not be loaded" : "This page could not be shown"}
      why={
        isMissing
          ? "Check the connection, then reload the page. Saved records are not affected."
          : "Saved records are not affected. Reload the page. If it happens again, tell support what you were doing."
      }
      retryLabel="Reload"
      onRetry={() => location.reload()}
    />
  );
}

/** A dialog whose code failed to load leaves the page below it usable. */
export function CrashDialog(props: ErrorComponentProps) {
  return (
    <div
      role="alertdialog"
      aria-label="Not shown"
      className="fixed inset-x-4 bottom-20 z-dialog mx-auto max-w-110 rounded-lg bg-surface shadow-dialog"
    >
      <CrashNote {...props} />
    </div>
  );
}

export function CrashPage(props: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center px-5">
      <CrashNote {...props} />
    </main>
  );
}
