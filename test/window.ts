import { ReadableStream } from "node:stream/web";

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

// React's development build makes a task for each element, for the call stacks of a debugger.
Reflect.deleteProperty(console, "createTask");
