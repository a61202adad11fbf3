import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";

/** Characters of a message that are logged; the rest is cut. */
export const messageLength = 300;

const text = (most: number) => z.string().check(z.maxLength(most));

/** An error in a browser, without the data that it was working on. */
const BrowserError = z.strictObject({
  message: text(messageLength),
  /** Where in the built scripts: lines of the stack without the host. */
  stack: text(1000),
  /** The components around it, innermost first; empty when the error was not in a render. */
  component: text(500),
  /** The file name of the application's first script, which changes with each build. */
  release: text(100),
});

/** Reports of one network per hour; more are refused. */
export const reportsPerHour = 300;

export const reportBrowserError = endpoint({
  method: "POST",
  path: "/api/browser-errors",
  access: "public",
  audit: null,
  changes: [],
  body: BrowserError,
  response: z.object({ message: z.string() }),
});
