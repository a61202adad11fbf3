import { reportBrowserError } from "#features/browser-errors/contract.ts";
import { withoutValues } from "#features/browser-errors/without-values.ts";
import { call } from "./data/api.ts";
import { ApiError } from "./data/api-error.ts";

/** A screen that fails repeatedly is reported once. */
const reported = new Set<string>();
const reportsPerPage = 5;

/** Sends an error to the server's log. Errors of browser extensions and refusals of the server are not reported. */
export function reportError(error: unknown, componentStack: string): void {
  if (!(error instanceof Error) || error instanceof ApiError) return;
  const stack = scriptsIn(error.stack ?? "").slice(0, 1000);
  if (stack === "") return;
  const message = withoutValues(`${error.name}: ${error.message}`);
  if (reported.has(message) || reported.size >= reportsPerPage) return;
  reported.add(message);
  const body = {
    message,
    stack,
    component: scriptsIn(componentStack).slice(0, 500),
    release: document.querySelector<HTMLScriptElement>('script[type="module"]')?.src.split("/").at(-1) ?? "",
  };
  call(reportBrowserError, { body }).catch(() => undefined);
}

/** "assets/RecordPage-x7.js:1:2345" of each line: no host, and no page URL, which may contain a search. */
const scriptsIn = (stack: string): string =>
  [...stack.matchAll(/(?:assets|src)\/[\w./-]+:\d+:\d+/g)].map(([position]) => position).join("\n");
