import type { RootOptions } from "react-dom/client";

/** Reports unhandled errors. The reporting code is loaded with the first one. */
export function watchErrors(): void {
  addEventListener("error", ({ error }) => report(error));
  addEventListener("unhandledrejection", ({ reason }) => report(reason));
}

/** Options of the page's root: errors that a boundary caught reach no listener of the window. */
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
