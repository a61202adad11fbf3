import type { ReadableStreamDefaultReader } from "node:stream/web";

/** Milliseconds; tests set shorter ones. */
export type StoreTimes = {
  /** A request with its short response; the start of a download. */
  answer: number;
  /** A download must deliver at least `bytes` in each period of this length that its reader waits for it. */
  span: number;
  bytes: number;
};

export const ordinaryTimes: StoreTimes = { answer: 50_000, span: 30_000, bytes: 16_384 };

/** Errors and acknowledgements are short, whatever a broken store sends. */
const maxTextBytes = 64 * 1024;

/** The beginning of a response, as text. Closes the connection if there is more. */
export async function startOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    length += part.length;
    if (length >= maxTextBytes) break;
  }
  return Buffer.concat(parts).toString("utf8");
}

/**
 * The bytes of a response, which calls `giveUp` when they come too slowly. A reader that takes its time is not counted.
 * Cancelled, it gives up as well.
 */
export function unlessStalled(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { span, bytes }: StoreTimes,
  giveUp: () => void,
): ReadableStream<Uint8Array> {
  let left = span;
  let received = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const began = performance.now();
        const timer = setTimeout(giveUp, left);
        const { done, value } = await reader.read().finally(() => clearTimeout(timer));
        if (done) return controller.close();
        controller.enqueue(value);
        received += value.length;
        left -= performance.now() - began;
        if (received < bytes) return;
        received = 0;
        left = span;
      },
      cancel: giveUp,
    },
    { highWaterMark: 0 },
  );
}
