import { timeNow } from "#web/clock.ts";
import { cacheAnswersIn } from "#web/data/api.ts";
import { whenIdle } from "#web/data/first-answers.ts";

/** On plain http, browsers provide no crypto, storage and worker: nothing is cached there. */
const canCache = () => typeof indexedDB !== "undefined" && globalThis.crypto?.subtle !== undefined;

const nothing = () => undefined;

const store = () => import("./offline-cache.ts");

/** Reading without a connection for signed-in users: caches answers, and lets the worker cache the application. */
export function startOffline(): void {
  const idle = whenIdle();
  void idle
    .then(() => import("./register-worker.ts"))
    .then(({ registerWorker }) => registerWorker(), nothing);
  if (!canCache()) return;
  // In the order of the responses; errors of the browser's storage are ignored.
  let queue: Promise<unknown> = idle;
  const inTurn = (work: (cache: Awaited<ReturnType<typeof store>>) => Promise<void>) => {
    queue = queue.then(store).then(work).catch(nothing);
  };
  cacheAnswersIn({
    store: (answered) => inTurn(({ storeAnswer }) => storeAnswer(answered)),
    drop: (path, address) => inTurn(({ dropAnswer }) => dropAnswer(path, address)),
    find: (path, address) =>
      store()
        .then(({ findAnswer }) => findAnswer(path, address, timeNow()))
        .catch(() => null),
  });
}
