import { performance as clock } from "node:perf_hooks";
import { ReadableStream } from "node:stream/web";
import * as React from "react";

// jsdom lacks it.
Object.assign(globalThis, { ReadableStream });

/** jsdom has no layout, so everything counts as visible. */
class AllInSight {
  readonly #come: (entries: { isIntersecting: boolean }[]) => void;
  constructor(come: (entries: { isIntersecting: boolean }[]) => void) {
    this.#come = come;
  }
  observe(): void {
    queueMicrotask(() => this.#come([{ isIntersecting: true }]));
  }
  disconnect(): void {}
}
Object.assign(globalThis, { IntersectionObserver: AllInSight });

// React's development build takes a stack and makes a task for each element, for the call stacks of a debugger. It omits
// both above a number of elements: a fifth of a form's time.
const internals = React as unknown as Record<string, object>;
Object.defineProperty(
  internals.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE ?? {},
  "recentlyCreatedOwnerStacks",
  { get: () => Number.MAX_SAFE_INTEGER, set() {} },
);
// It also times each component, for a chart of the browser, and jsdom's clock is slow.
Reflect.deleteProperty(console, "timeStamp");
const openedAt = clock.now() - performance.now();
performance.now = () => clock.now() - openedAt;
