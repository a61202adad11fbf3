import { keepAnswersBy } from "#web/data/api.ts";
import { whenIdle } from "#web/data/first-answers.ts";

/** A browser gives no cipher, no store and no worker to a plain http address: nothing is kept there. */
const canKeep = () => typeof indexedDB !== "undefined" && globalThis.crypto?.subtle !== undefined;

const nothing = () => undefined;

const store = () => import("./offline-cache.ts");

/** Reading without a connection, for who is signed in: keeps what was read, and has the worker keep the application. */
export function startOffline(): void {
  const idle = whenIdle();
  void idle
    .then(() => import("./register-worker.ts"))
    .then(({ registerWorker }) => registerWorker(), nothing);
  if (!canKeep()) return;
  // In the order of the answers; whatever the browser's storage refuses, the application goes on.
  let queue: Promise<unknown> = idle;
  const inTurn = (work: (kept: Awaited<ReturnType<typeof store>>) => Promise<void>) => {
    queue = queue.then(store).then(work).catch(nothing);
  };
  keepAnswersBy({
    keep: (answered) => inTurn(({ storeAnswer: keep }) => keep(answered)),
    drop: (path, address) => inTurn(({ dropAnswer: drop }) => drop(path, address)),
    find: (path, address) =>
      store()
        .then(({ findAnswer: find }) => find(path, address, Date.now()))
        .catch(() => null),
  });
}
