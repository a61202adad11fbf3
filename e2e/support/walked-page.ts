import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright";
import { watchRequests } from "./settled.ts";

/** What a browser reported about texts that are scripts. */
export type Noticed = {
  /** Called by a script, or a dialog that opened. */
  executed: string[];
  /** Blocked by the page's policy. */
  reports: string[];
  /** Elements and attributes that texts created. */
  elements: string[];
  /** Uncaught errors of a page's own code. */
  failures: string[];
};

const inPage = fileURLToPath(new URL("note-scripts.js", import.meta.url));

/** With the page's policy, or without it: then rendering alone must prevent scripts. */
export const newContext = (browser: Browser, origin: string, bypassCSP: boolean): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: origin,
    viewport: { width: 1366, height: 768 },
    reducedMotion: "reduce",
    serviceWorkers: "block",
    bypassCSP,
  });

/** A tab that records what scripts do in it. */
export class WalkedPage {
  readonly page: Page;
  readonly noticed: Noticed = { executed: [], reports: [], elements: [], failures: [] };
  /** No request is running, and the responses are rendered. */
  readonly settled: () => Promise<void>;

  private constructor(page: Page) {
    this.page = page;
    this.settled = watchRequests(page);
    page.on("pageerror", ({ message }) => this.note("failures", message));
    page.on("dialog", (dialog) => {
      // A changed form asks before the page is left, with the browser's own message.
      if (dialog.type() !== "beforeunload") this.note("executed", `${dialog.type()} ${dialog.message()}`);
      void dialog.accept().catch(() => undefined);
    });
  }

  static async in(context: BrowserContext): Promise<WalkedPage> {
    const walked = new WalkedPage(await context.newPage());
    await walked.page.exposeFunction("tellProof", (kind: "executed" | "report", what: string) =>
      walked.note(kind === "executed" ? "executed" : "reports", what),
    );
    await walked.page.addInitScript({ path: inPage });
    return walked;
  }

  private note(kind: keyof Noticed, what: string): void {
    this.noticed[kind].push(`${this.page.url()}: ${what}`);
  }

  /** The page's text, visible or for screen readers; records the elements that texts created. */
  async read(): Promise<string> {
    await this.settled();
    const { says, elements } = (await this.page.evaluate("lookForScripts()")) as {
      says: string;
      elements: string[];
    };
    for (const element of elements) this.note("elements", element);
    return says;
  }
}
