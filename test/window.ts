import { ReadableStream } from "node:stream/web";

// Browsers have it, a window of jsdom's has not.
Object.assign(globalThis, { ReadableStream });
