import { cleanupOutdatedCaches, matchPrecache, precache } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { recordAt } from "#shared/record-address.ts";
import { networkFirst } from "./network-first.ts";

/** The part of the worker's global scope that this uses; the types of workers and pages are incompatible. */
type Worker = {
  addEventListener(type: "message" | "activate", listener: (event: WorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
  registration: { navigationPreload?: { enable(): Promise<void> } };
};
type WorkerEvent = {
  data?: unknown;
  ports?: readonly MessagePort[];
  waitUntil(work: Promise<unknown>): void;
};
type Navigation = { preloadResponse?: Promise<Response | undefined> };

/** Written by the build (scripts/service-worker.ts): the files of the application, and where it may start. */
declare const SHELL_FILES: { url: string; revision: string | null }[];
declare const SHELL_PAGES: string[];

const worker = globalThis as unknown as Worker;
const shell = "/app.html";
const files = new Set(SHELL_FILES.map(({ url }) => url));

// Public files only. API answers do not pass through the worker, so its caches contain no records.
precache(SHELL_FILES);
cleanupOutdatedCaches();

worker.addEventListener("activate", (event) => {
  // Fetches a page while the worker starts.
  event.waitUntil(worker.registration.navigationPreload?.enable() ?? Promise.resolve());
});

/** Pages come from the server while it responds; without a connection the application starts from its cached files. */
registerRoute(
  ({ request, url }) =>
    request.mode === "navigate" && (SHELL_PAGES.includes(url.pathname) || recordAt(url.pathname) !== null),
  ({ request, event }) => {
    const preloaded = Promise.resolve((event as unknown as Navigation).preloadResponse);
    return networkFirst(
      preloaded.then((response) => response ?? fetch(request)),
      // Pages of their own, which read nothing offline: the application does.
      () =>
        ["/", "/simplified"].includes(new URL(request.url).pathname)
          ? Promise.resolve(Response.redirect("/dashboard"))
          : matchPrecache(shell),
    );
  },
);

// Named by a hash of their content, so that a cached file is always current.
registerRoute(
  ({ url }) => url.pathname.startsWith("/assets/") && files.has(url.pathname),
  async ({ request }) => (await matchPrecache(request)) ?? fetch(request),
);

registerRoute(
  ({ url }) => !url.pathname.startsWith("/assets/") && url.pathname !== shell && files.has(url.pathname),
  ({ request, url }) => networkFirst(fetch(request), () => matchPrecache(url.pathname)),
);

/** A page asks whether it is of this version. If so the worker activates immediately; otherwise it waits. */
worker.addEventListener("message", ({ data, ports }) => {
  const isOwn = typeof data === "string" && files.has(data);
  ports?.[0]?.postMessage(isOwn);
  if (isOwn) void worker.skipWaiting();
});
