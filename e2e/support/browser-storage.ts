import type { Page } from "playwright";

/** Addresses of the responses cached for offline use. */
export const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    const all = await indexedDB.databases();
    if (!all.some(({ name }) => name === "klinika-kept")) return [];
    const answer = (asked) => new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    const database = await answer(indexedDB.open("klinika-kept"));
    try {
      if (!database.objectStoreNames.contains("answers")) return [];
      return await answer(database.transaction("answers").objectStore("answers").getAllKeys());
    } finally {
      database.close();
    }
  })()`);

/** Everything this browser stores for the origin, as text: caches, databases, both storages. */
export const everythingKept = (page: Page): Promise<{ text: string; databases: string[] }> =>
  page.evaluate<{ text: string; databases: string[] }>(`(async () => {
    const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        const type = response.headers.get("content-type") ?? "";
        found.push(request.url, /html|json/.test(type) ? await response.text() : type);
      }
    }
    const answer = (asked) => new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    const decode = (_, value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? new TextDecoder().decode(value) : value;
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    for (const name of databases) {
      const database = await answer(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(JSON.stringify(await answer(database.transaction(store).objectStore(store).getAll()), decode));
      database.close();
    }
    return { text: found.join("\\n"), databases };
  })()`);

export const untilWorkerIsReady = (page: Page) =>
  page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active !== null)");
