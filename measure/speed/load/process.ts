import { run, type Stream } from "./client.ts";
import { keepPolling, type PollingClient } from "./polling.ts";

/** The process that the load comes from: it runs what it is sent, and tells what came back. */
export type LoadOrder = { id: number; seconds: number } & (
  | { streams: Stream[] }
  | { port: number; polling: PollingClient[] }
);

process.on("message", async (order: LoadOrder) => {
  const { id, seconds } = order;
  try {
    const told =
      "streams" in order
        ? await Promise.all(order.streams.map((stream) => run(asBytes(stream), seconds)))
        : [await keepPolling(order.port, order.polling, seconds)];
    process.send?.({ id, told });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
});
process.on("disconnect", () => process.exit(0));

/** What crossed from process to process is a plain byte array. */
const asBytes = (stream: Stream): Stream => ({
  ...stream,
  requests: stream.requests.map((request) =>
    Buffer.from(request.buffer, request.byteOffset, request.byteLength),
  ),
});
