import { ReadableStream } from "node:stream/web";

// Browsers have it, a window of jsdom's has not.
Object.assign(globalThis, { ReadableStream });

/** Nothing is laid out here, so all of a page is in sight. */
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
