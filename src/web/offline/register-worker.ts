import { savesData } from "../saves-data.ts";
import { noteNewVersion } from "./new-version.ts";

const lookEvery = 3_600_000;

/** The entry file of the loaded page, by which the worker recognizes its own build. */
function ownEntry(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]');
  return script?.getAttribute("src") ?? "";
}

/** The waiting worker activates itself when it is of this page's version; otherwise the page is an older one. */
function ask(waiting: ServiceWorker): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    if (data === false) noteNewVersion();
    port1.close();
  };
  waiting.postMessage(ownEntry(), [port2]);
}

/**
 * Registers the worker, which caches the application's files for a start without a connection. A new version waits
 * until its own page is loaded: an open page continues with its own files, and nothing typed is lost.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // The files of a start without a connection are some 700 kB: not where data is to be saved, until it is installed.
  if (savesData() && !navigator.serviceWorker.controller) return;
  const registration = await navigator.serviceWorker.register("/service-worker.js").catch(() => null);
  if (!registration) return;
  const look = () => registration.waiting && ask(registration.waiting);
  look();
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") look();
    });
  });
  setInterval(() => {
    if (document.visibilityState === "visible") registration.update().catch(() => undefined);
  }, lookEvery);
}
