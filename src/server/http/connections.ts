import type { IncomingMessage, ServerResponse } from "node:http";
import { BlockList, isIPv6, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings.ts";
import { networkOf } from "./network-address.ts";

/** Milliseconds; tests set shorter ones. */
type ConnectionTimes = {
  /** A body from its first byte to its last. */
  body: number;
  /**
   * An upload must deliver at least `uploadBytes` in each period of this length: 4 kbit/s, where a slow connection
   * has 256.
   */
  uploadSpan: number;
  uploadBytes: number;
  /** For an upload or a response. */
  maxMs: number;
};

const ordinaryTimes: ConnectionTimes = {
  body: 30_000,
  uploadSpan: 30_000,
  uploadBytes: 16_384,
  maxMs: 3_600_000,
};

/** For Fastify. Node closes connections with slow headers and idle ones itself. */
export const serverTimes = {
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
  // Also for a client that does not read the response. The slowest statement ends after 15 s.
  connectionTimeout: 120_000,
};

/** Of one process: far more than clinics open, far below the limit of open files. */
const maxConnections = 4000;
const checkIntervalMs = 1000;

type Body = {
  response: ServerResponse;
  isUpload: boolean;
  startedAt: number;
  /** When the current span began, and how many bytes the connection had received by then. */
  spanAt: number;
  spanBytes: number;
};

/** Requests that are received as an upload, which may take long while they make progress. */
const uploads = new WeakSet<IncomingMessage>();
export const allowUpload = (request: IncomingMessage): void => void uploads.add(request);

/**
 * Limits connections: how many per address, and how long a body and an answer may take. Checks requests in flight
 * once a second, so that ordinary requests cost nothing.
 */
export class Connections {
  times = ordinaryTimes;
  private readonly bodies = new Map<IncomingMessage, Body>();
  /** Open connections, and since when the client has not read pending data. */
  private readonly sockets = new Map<Socket, number | null>();
  private readonly perNetwork = new Map<string, number>();
  private readonly most: number;
  private readonly isProxy: (ip: string) => boolean;

  constructor({ connectionsPerAddress, trustProxy }: Settings) {
    this.most = connectionsPerAddress;
    this.isProxy = proxyTest(trustProxy);
  }

  watch(app: FastifyInstance): void {
    const { server } = app;
    server.maxConnections = maxConnections;
    server.on("connection", (socket: Socket) => this.admit(socket));
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      this.addBody(request, response),
    );
    const timer = setInterval(() => this.check(performance.now()), checkIntervalMs).unref();
    app.addHook("onClose", async () => clearInterval(timer));
  }

  private admit(socket: Socket): void {
    const ip = socket.remoteAddress;
    if (ip === undefined) return;
    if (!this.isProxy(ip)) {
      const network = networkOf(ip);
      const open = this.perNetwork.get(network) ?? 0;
      if (open >= this.most) return void socket.destroy();
      this.perNetwork.set(network, open + 1);
      socket.once("close", () => this.leave(network));
    }
    this.sockets.set(socket, null);
    socket.once("close", () => this.sockets.delete(socket));
  }

  private leave(network: string): void {
    const open = (this.perNetwork.get(network) ?? 1) - 1;
    if (open > 0) this.perNetwork.set(network, open);
    else this.perNetwork.delete(network);
  }

  private addBody(request: IncomingMessage, response: ServerResponse): void {
    const { headers, socket } = request;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
    const now = performance.now();
    this.bodies.set(request, {
      response,
      isUpload: false,
      startedAt: now,
      spanAt: now,
      spanBytes: socket.bytesRead,
    });
  }

  private check(now: number): void {
    for (const [request, body] of this.bodies) {
      if (request.complete || request.socket.destroyed) this.bodies.delete(request);
      else if (this.isTooSlow(request, body, now)) request.socket.destroy();
    }
    for (const [socket, since] of this.sockets) {
      if (socket.writableLength === 0) {
        if (since !== null) this.sockets.set(socket, null);
      } else if (since === null) this.sockets.set(socket, now);
      else if (now - since > this.times.maxMs) socket.destroy();
    }
  }

  private isTooSlow(request: IncomingMessage, body: Body, now: number): boolean {
    const { times } = this;
    // After the response, the rest of the body no longer counts as an upload.
    const isUpload = uploads.has(request) && !body.response.writableEnded;
    if (isUpload !== body.isUpload) {
      Object.assign(body, { isUpload, spanAt: now, spanBytes: request.socket.bytesRead });
      if (!isUpload) body.startedAt = now;
    }
    if (!isUpload) return now - body.startedAt > times.body;
    if (now - body.startedAt > times.maxMs) return true;
    if (now - body.spanAt <= times.uploadSpan) return false;
    const isStalled = request.socket.bytesRead - body.spanBytes < times.uploadBytes;
    Object.assign(body, { spanAt: now, spanBytes: request.socket.bytesRead });
    return isStalled;
  }
}

/** Behind a proxy all clients have the address of the proxy, which counts them itself. */
function proxyTest(trustProxy: Settings["trustProxy"]): (ip: string) => boolean {
  if (typeof trustProxy === "number") return () => trustProxy > 0;
  const proxies = new BlockList();
  for (const part of trustProxy.split(",")) {
    const [ip = "", bits] = part.trim().split("/");
    const family = isIPv6(ip) ? "ipv6" : "ipv4";
    if (bits === undefined) proxies.addAddress(ip, family);
    else proxies.addSubnet(ip, Number(bits), family);
  }
  return (ip) => proxies.check(ip, isIPv6(ip) ? "ipv6" : "ipv4");
}
