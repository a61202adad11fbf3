import { run, type Stream } from "./client.ts";

/** The process that the load comes from: it runs what it is sent, and tells what came back. */
export type LoadOrder = { id: number; streams: Stream[]; seconds: number };

process.on("message", async ({ id, streams, seconds }: LoadOrder) => {
  try {
    process.send?.({ id, told: await Promise.all(streams.map((stream) => run(asBytes(stream), seconds))) });
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
