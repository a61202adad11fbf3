import type { RootOptions } from "react-dom/client";

/** Reports errors that nothing handled. What reports them is fetched with the first. */
export function watchErrors(): void {
  addEventListener("error", ({ error }) => report(error));
  addEventListener("unhandledrejection", ({ reason }) => report(reason));
}

/** Of the page's root: errors that a boundary caught reach no listener of the window. */
export const rootOptions: RootOptions = {
  onCaughtError: (error, { componentStack }) => {
    console.error(error);
    report(error, componentStack ?? "");
  },
};

const report = (error: unknown, componentStack = ""): void => {
  import("./report-error.ts").then(
    ({ reportError }) => reportError(error, componentStack),
    () => undefined,
  );
};
