import type { QueryClient } from "@tanstack/react-query";

/** ms without requests after which the first screen counts as loaded. */
const restsFor = 200;
const mostToWait = 5000;

let answered: Promise<void> = Promise.resolve();
let starting = false;

/** Until the first screen has its data. */
export const isStarting = (): boolean => starting;

/** Since the start of the application. */
export function watchFirstAnswers(queries: QueryClient): void {
  starting = true;
  answered = new Promise((resolve) => {
    let rest: ReturnType<typeof setTimeout>;
    const done = () => {
      stop();
      clearTimeout(rest);
      starting = false;
      resolve();
    };
    const stop = queries.getQueryCache().subscribe(() => {
      clearTimeout(rest);
      if (queries.isFetching() === 0) rest = setTimeout(done, restsFor);
    });
    setTimeout(done, mostToWait);
  });
}

/**
 * Resolves when the first screen has loaded and the browser is idle; without that event after a moment. For parts
 * that are not visible yet.
 */
export const whenIdle = (): Promise<void> =>
  answered.then(
    () =>
      new Promise((resolve) => {
        if (typeof requestIdleCallback === "function")
          requestIdleCallback(() => resolve(), { timeout: 3000 });
        else setTimeout(resolve, 1000);
      }),
  );
