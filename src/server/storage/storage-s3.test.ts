import { createHash } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, onTestFinished, vi } from "vitest";
import { unlessStalled } from "./s3-answer.ts";
import { S3Storage } from "./storage-s3.ts";

const bytes = Buffer.from("Hemoglobin 142 g/L");
const content = { blob: new Blob([bytes]), sha256: createHash("sha256").update(bytes).digest() };
const unavailable = { code: "files_unavailable", status: 503 };

/** A store that does this with each request. Waits are 200 ms. */
async function aStore(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const storage = new S3Storage({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: "klinika",
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
    isPathStyle: true,
  });
  storage.times = { answer: 200, span: 200, bytes: 1000 };
  return { storage, sockets };
}

const head = (status: number, length: number) => `HTTP/1.1 ${status} X\r\ncontent-length: ${length}\r\n\r\n`;

const closed = (sockets: Set<Socket>) =>
  Promise.all(
    [...sockets].map(
      (socket) =>
        new Promise<void>((resolve) => {
          if (socket.closed) resolve();
          else socket.once("close", () => resolve());
        }),
    ),
  );

/** As much as the other side reads. */
function sendWithoutEnd(socket: Socket, status: number): void {
  socket.write(`HTTP/1.1 ${status} X\r\ntransfer-encoding: chunked\r\n\r\n`);
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", more);
  more();
}

/** One byte at a time, far more than the connection needs to be kept. */
function drip(socket: Socket): void {
  socket.write(head(200, 1_000_000));
  const timer = setInterval(() => socket.write("x"), 20);
  socket.on("close", () => clearInterval(timer));
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

it("stops waiting for a store that never answers, also after a garbage collection", async () => {
  const { storage } = await aStore(() => undefined);
  const waiting = [
    storage.put("a", content),
    storage.putStream("b", Readable.from([bytes])),
    storage.get("c"),
    storage.remove("d"),
  ].map((request) => expect(request).rejects.toMatchObject(unavailable));
  const timer = setInterval(collectGarbage, 50);
  onTestFinished(() => clearInterval(timer));
  await Promise.all(waiting);
});

it("stops waiting for an acknowledgement that has begun", async () => {
  const { storage } = await aStore((socket) => socket.write(`${head(200, 1000)}<InitiateMultipartUpload`));
  await expect(storage.putStream("a", Readable.from([bytes]))).rejects.toMatchObject(unavailable);
});

it.each([
  ["stalls", (socket: Socket) => socket.write(`${head(200, 1000)}abc`)],
  ["drips", drip],
])("aborts a download that %s", async (_, answer) => {
  const { storage } = await aStore(answer);
  await expect(buffer(await storage.get("a"))).rejects.toMatchObject(unavailable);
});

it("waits for a reader that takes longer than the store may", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const _ of [1, 2]) controller.enqueue(new Uint8Array(10));
    },
  });
  const giveUp = vi.fn();
  const times = { answer: 100, span: 100, bytes: 1000 };
  const reader = unlessStalled(body.getReader(), times, giveUp).getReader();
  await reader.read();
  await vi.advanceTimersByTimeAsync(500);
  await reader.read();
  expect(giveUp).not.toHaveBeenCalled();
  // The store has nothing more to send.
  void reader.read();
  await vi.advanceTimersByTimeAsync(100);
  expect(giveUp).toHaveBeenCalledOnce();
});

it("closes the connection when a download is abandoned", async () => {
  const { storage, sockets } = await aStore((socket) => socket.write(`${head(200, 1000)}abc`));
  const file = await storage.get("a");
  file.destroy();
  await closed(sockets);
});

it.each([200, 500])(
  "reads only the beginning of an endless acknowledgement or error (%i)",
  async (status) => {
    const { storage, sockets } = await aStore((socket) => sendWithoutEnd(socket, status));
    storage.times = { ...storage.times, answer: 20_000 };
    const put = storage.put("a", content);
    await (status === 200 ? put : expect(put).rejects.toMatchObject(unavailable));
    await closed(sockets);
  },
);
