import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setInterval as every } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { uploadFiles } from "#features/files/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import { aClinic, type TestClinic } from "#test/data/factories.ts";
import { startPolls } from "#test/harness/polls.ts";
import { percentile } from "#test/harness/statistics.ts";
import { openSlow, slowBody } from "#test/safety/slow-bodies.ts";

let test: TestApp;
let clinic: TestClinic;
let address: URL;
beforeAll(async () => {
  const env = { CONNECTIONS_PER_ADDRESS: "60", TRUST_PROXY: "127.0.0.4,10.0.0.0/8" };
  test = await startOwnApp(env, undefined, 1);
  clinic = await aClinic(test);
  address = new URL(await test.app.listen({ host: "127.0.0.1", port: 0 }));
  test.app.server.headersTimeout = 300;
  test.app.kit.connections.times = { body: 300, uploadSpan: 1500, uploadBytes: 500, maxMs: 60_000 };
});
afterAll(() => test.close());

const open = (from = "127.0.0.2"): Socket => {
  const socket = connect({ host: address.hostname, port: Number(address.port), localAddress: from });
  socket.on("error", () => undefined).setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  return socket;
};
const answerOf = async (socket: Socket): Promise<string> => {
  let text = "";
  socket.on("data", (chunk: string) => {
    text += chunk;
  });
  await once(socket, "close");
  return text;
};

it("closes connections whose headers never arrive, or that send nothing", async () => {
  const silent = open();
  const half = open();
  half.write("GET /api/health HTTP/1.1\r\nHost: klin");
  const answers = await Promise.all([answerOf(silent), answerOf(half)]);
  expect(answers[1]).toMatch(/^HTTP\/1\.1 408 /);
});

it("closes 50 requests whose bodies never arrive, and answers an ordinary client meanwhile", async () => {
  const stop = startPolls({ origin: address.origin, token: clinic.owner.token, from: "127.0.0.3" });
  const slow = await openSlow(address, { from: "127.0.0.2", count: 50, head: slowBody(address) });
  onTestFinished(() => slow.close());
  expect(slow.open()).toBe(50);
  await slow.allClosed;
  const polls = await stop();
  expect(polls.filter(({ status }) => status !== 200)).toEqual([]);
  const took = polls.map((poll) => poll.took);
  expect(percentile(took, 0.99)).toBeLessThan(1000);
});

it("closes a request whose body arrives byte by byte", async () => {
  const slow = await openSlow(address, { from: "127.0.0.2", count: 1, head: slowBody(address) });
  const trickle = setInterval(() => slow.trickle(), 50);
  onTestFinished(() => clearInterval(trickle));
  await slow.allClosed;
});

it("keeps the connection of a request that was read in time", async () => {
  const socket = open();
  socket.write(`${slowBody(address, 2)}}`);
  const [answer] = await once(socket, "data");
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  // One that began later is closed for its time.
  const slow = await openSlow(address, { from: "127.0.0.2", count: 1, head: slowBody(address) });
  onTestFinished(() => slow.close());
  await slow.allClosed;
  expect(socket.destroyed).toBe(false);
});

function upload(bytes: Buffer): { socket: Socket; body: Buffer } {
  const { headers, body } = asMultipart([["CBC.pdf", bytes]]);
  const payload = Buffer.from(body as Buffer);
  const socket = open();
  const head = {
    host: address.host,
    authorization: `Bearer ${clinic.owner.token}`,
    ...headers,
    "content-length": payload.length,
    connection: "close",
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST /api/patients/upload-files HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  return { socket, body: payload };
}

it("accepts an upload over a slow link, however long, while it makes progress", async () => {
  const { socket, body } = upload(aPdf("x".repeat(8000)));
  const answer = answerOf(socket);
  // 12 pieces in 4 s: over ten times what an ordinary body may take, and two spans.
  const size = Math.ceil(body.length / 12);
  let at = 0;
  for await (const _ of every(330)) {
    socket.write(body.subarray(at, at + size));
    at += size;
    if (at >= body.length) break;
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
});

it("closes an upload that stalls, and stores nothing of it", async () => {
  const { socket, body } = upload(aPdf("x".repeat(8000)));
  socket.write(body.subarray(0, 2000));
  await answerOf(socket);
  await expect.poll(() => readdir(join(test.dataDir, "incoming"))).toEqual([]);
});

it("closes the connection of a client that does not read the response", async () => {
  const { timeout } = test.app.server;
  expect(timeout).toBe(120_000);
  test.app.server.timeout = 500;
  onTestFinished(() => {
    test.app.server.timeout = timeout;
  });
  // More than the system buffers for a connection.
  const { headers, body } = asMultipart([["scan.pdf", aPdf("x".repeat(9_900_000))]]);
  const stored = await test.call(uploadFiles, clinic.owner.token, { headers, body });
  const [path] = stored.json().files;
  const accepted = once(test.app.server, "connection");
  const socket = open();
  const [atServer] = (await accepted) as [Socket];
  socket.write(
    `GET /api/uploads/${path} HTTP/1.1\r\nHost: klinika\r\nAuthorization: Bearer ${clinic.owner.token}\r\n\r\n`,
  );
  // Without a data listener nothing is read.
  await once(atServer, "close");
  expect(atServer.bytesWritten).toBeGreaterThan(0);
});

it("closes the connections of an address with too many open, and no others", async () => {
  const head = "GET /api/health HTTP/1.1\r\nHost: klinika\r\n\r\n";
  const many = await openSlow(address, { from: "127.0.0.2", count: 65, head });
  const fromProxy = await openSlow(address, { from: "127.0.0.4", count: 65, head });
  onTestFinished(() => {
    many.close();
    fromProxy.close();
  });
  await expect.poll(() => many.open()).toBe(60);
  const isAnswered = async (from: string) => {
    const socket = open(from);
    socket.write(head.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    return (await answerOf(socket)).startsWith("HTTP/1.1 200 ");
  };
  expect(await isAnswered("127.0.0.3")).toBe(true);
  expect(await isAnswered("127.0.0.2")).toBe(false);
  expect(fromProxy.open()).toBe(65);

  many.close();
  await expect.poll(() => isAnswered("127.0.0.2")).toBe(true);
});

it("refuses a request with two Host headers", async () => {
  const socket = open();
  socket.write("GET /api/health HTTP/1.1\r\nHost: klinika\r\nHost: elsewhere\r\nConnection: close\r\n\r\n");
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 400 /);
});
