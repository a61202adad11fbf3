import { connect, type Socket } from "node:net";

/**
 * The load: connections that each send the next request as soon as the last is answered. It writes made bytes and
 * looks only for where an answer ends, since every microsecond it spends stands on both sides of a ratio and would
 * flatter it.
 */
export type Stream = {
  port: number;
  connections: number;
  /** Whole requests, taken in turn. Ten @ in one are replaced by a number that never comes twice. */
  requests: readonly Buffer[];
  /** A source address for each connection, as the clinics of a platform have; where the system gives them. */
  hasOwnAddresses?: boolean;
  /** What is answered; anything else is counted as unexpected. */
  status: number;
};

export type Told = {
  answered: number;
  unexpected: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** One of the unexpected answers. */
  example?: string;
};

const placeOfNumber = Buffer.from("@@@@@@@@@@");
let counter = 0;

export async function run(stream: Stream, seconds: number): Promise<Told> {
  const latencies: number[] = [];
  const start = performance.now();
  const until = start + seconds * 1000;
  let next = 0;
  let unexpected = 0;
  let example: string | undefined;
  const take = () => numbered(stream.requests[next++ % stream.requests.length] as Buffer);
  const work = async (_: unknown, place: number) => {
    const from = stream.hasOwnAddresses && process.platform === "linux" ? `127.0.1.${place + 1}` : undefined;
    const line = await Line.open(stream.port, from);
    try {
      while (performance.now() < until) {
        const sent = performance.now();
        const status = await line.ask(take());
        latencies.push(performance.now() - sent);
        if (status === stream.status) continue;
        unexpected += 1;
        example ??= line.lastAnswer();
      }
    } finally {
      line.close();
    }
  };
  await Promise.all(Array.from({ length: stream.connections }, work));
  return { ...toldOf(latencies, start), unexpected, ...(example !== undefined && { example }) };
}

export function toldOf(latencies: number[], start: number): Told {
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    answered: sorted.length,
    unexpected: 0,
    seconds: (performance.now() - start) / 1000,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  };
}

/** Its place in each request is found once. */
const places = new WeakMap<Buffer, number>();

function numbered(request: Buffer): Buffer {
  let place = places.get(request);
  if (place === undefined) {
    place = request.indexOf(placeOfNumber);
    places.set(request, place);
  }
  if (place === -1) return request;
  counter += 1;
  const digits = String(counter).padStart(placeOfNumber.length, "0");
  const copy = Buffer.from(request);
  for (let at = place; at !== -1; at = copy.indexOf(placeOfNumber, at)) copy.write(digits, at, "latin1");
  return copy;
}

/** One answer's body. */
export async function bodyOf(port: number, request: Buffer): Promise<string> {
  const line = await Line.open(port);
  try {
    await line.ask(request);
    return line.lastAnswer().replace(/^[\s\S]*?\r\n\r\n/, "");
  } finally {
    line.close();
  }
}

/** One connection, one request at a time. */
export class Line {
  private readonly socket: Socket;
  private got: Buffer = Buffer.alloc(0);
  private waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | null = null;
  /** Bytes that the answer under way has, once its head is in; -1 while it is chunked. */
  private whole = 0;
  private status = 0;
  private last: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => this.take(chunk));
    socket.on("error", (error) => this.fail(error));
    socket.on("close", () => this.fail(new Error("The server closed the connection.")));
  }

  static open(port: number, localAddress?: string): Promise<Line> {
    const { promise, resolve, reject } = Promise.withResolvers<Line>();
    const socket = connect(
      { port, host: "127.0.0.1", noDelay: true, ...(localAddress && { localAddress }) },
      () => resolve(new Line(socket)),
    );
    socket.once("error", reject);
    return promise;
  }

  ask(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.whole = 0;
      this.socket.write(request);
    });
  }

  /** Head and body of the answer that came last. */
  lastAnswer(): string {
    return this.last.toString();
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.got = this.got.length === 0 ? chunk : Buffer.concat([this.got, chunk]);
    if (this.whole === 0 && !this.readHead()) return;
    const isWhole =
      this.whole === -1
        ? this.got.subarray(-5).toString("latin1") === "0\r\n\r\n"
        : this.got.length >= this.whole;
    if (!isWhole) return;
    const { waiting, got } = this;
    this.waiting = null;
    this.got = Buffer.alloc(0);
    this.last = got;
    waiting?.resolve(this.status);
  }

  private readHead(): boolean {
    const end = this.got.indexOf("\r\n\r\n");
    if (end === -1) return false;
    const head = this.got.toString("latin1", 0, end);
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    const isEmpty = this.status === 304 || this.status === 204;
    this.whole = length && !isEmpty ? end + 4 + Number(length[1]) : isEmpty ? end + 4 : -1;
    return true;
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
    this.waiting = null;
  }
}
