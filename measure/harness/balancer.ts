import { once } from "node:events";
import {
  Agent,
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** How often a process is asked whether it is well, and how long it has to say so. */
export const healthEveryMs = 250;
const healthPatienceMs = 1000;

type Upstream = { address: URL; agent: Agent; isWell: boolean };

/**
 * The least that a load balancer does: each request to the next process that is well, over connections that are kept;
 * one that refuses the connection got nothing, so the request goes to another. Nothing else is sent twice.
 */
export class Balancer {
  private readonly server: Server;
  private readonly upstreams: Upstream[];
  private readonly timer: NodeJS.Timeout;
  private turn = 0;
  /** Answers by process, in the order given. */
  readonly answered: number[];

  private constructor(addresses: readonly URL[]) {
    this.upstreams = addresses.map((address) => ({
      address,
      agent: new Agent({ keepAlive: true, maxSockets: 64 }),
      isWell: true,
    }));
    this.answered = addresses.map(() => 0);
    this.server = createServer((incoming, outgoing) => void this.pass(incoming, outgoing));
    this.timer = setInterval(() => void this.checkAll(), healthEveryMs);
  }

  static async open(addresses: readonly URL[]): Promise<Balancer> {
    const balancer = new Balancer(addresses);
    balancer.server.listen(0, "127.0.0.1");
    await once(balancer.server, "listening");
    return balancer;
  }

  get address(): URL {
    return new URL(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.server.close();
    this.server.closeAllConnections();
    for (const { agent } of this.upstreams) agent.destroy();
  }

  private async checkAll(): Promise<void> {
    await Promise.all(
      this.upstreams.map(async (upstream) => {
        const signal = AbortSignal.timeout(healthPatienceMs);
        const answer = await fetch(new URL("/api/health", upstream.address), { signal }).catch(() => null);
        upstream.isWell = answer?.ok === true;
        await answer?.body?.cancel();
      }),
    );
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      // Whoever asked is gone before all was sent.
      return;
    }
    const body = Buffer.concat(chunks);
    for (const upstream of this.inTurn()) {
      const outcome = await this.send(upstream, incoming, body, outgoing);
      if (outcome !== "never reached") return;
      upstream.isWell = false;
    }
    outgoing.writeHead(503).end();
  }

  /** From the next in turn on: those that are well, then, should all of them refuse, the others. */
  private inTurn(): Upstream[] {
    const from = this.turn++ % this.upstreams.length;
    const all = [...this.upstreams.slice(from), ...this.upstreams.slice(0, from)];
    return [...all.filter(({ isWell }) => isWell), ...all.filter(({ isWell }) => !isWell)];
  }

  private send(
    { address, agent }: Upstream,
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
  ): Promise<"answered" | "never reached" | "lost"> {
    const { method, url, headers, socket } = incoming;
    const { promise, resolve } = Promise.withResolvers<"answered" | "never reached" | "lost">();
    const passed = {
      ...headers,
      connection: "keep-alive",
      "x-forwarded-for": headers["x-forwarded-for"] ?? socket.remoteAddress,
    };
    const { hostname, port } = address;
    const onward = ask({ hostname, port, agent, method, path: url, headers: passed }, (answer) => {
      const { connection: _, "keep-alive": __, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
      answer.on("end", () => {
        const at = this.upstreams.findIndex((upstream) => upstream.address === address);
        this.answered[at] = (this.answered[at] ?? 0) + 1;
        resolve("answered");
      });
    });
    onward.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") return resolve("never reached");
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
      resolve("lost");
    });
    onward.end(body);
    return promise;
  }
}
