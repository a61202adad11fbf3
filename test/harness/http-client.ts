import { Agent, request } from "node:http";
import type { Answer } from "../app.ts";
import type { Request } from "../request-for.ts";

/** When to break the connection: after sending the request, or when the response begins. */
export type Cut = "when sent" | "when answered" | null;

/** Reuses connections, as a browser does. Adds only content-length and host. */
export class HttpClient {
  readonly origin: string;
  private readonly agent: Agent;

  constructor({ origin }: URL, connections = 32) {
    this.origin = origin;
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Rejects when the connection breaks, as it does with `cut`. */
  send({ method, url, headers, payload }: Request, cut: Cut = null): Promise<Answer> {
    const isPlain = payload === undefined || typeof payload === "string" || Buffer.isBuffer(payload);
    const bytes = isPlain ? Buffer.from(payload ?? "") : Buffer.from(JSON.stringify(payload));
    const sent = {
      ...(!isPlain && { "content-type": "application/json" }),
      ...(payload !== undefined && { "content-length": String(bytes.length) }),
      ...headers,
    };
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const broken = new Error("The connection was cut.");
    const { hostname, port } = new URL(this.origin);
    // The path is sent unchanged: some are invalid URLs.
    const options = { hostname, port, agent: this.agent, method, path: url, headers: sent };
    const outgoing = request(options, (incoming) => {
      if (cut) return void outgoing.destroy(broken);
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const rawPayload = Buffer.concat(chunks);
        const body = rawPayload.toString();
        const { statusCode = 0, headers } = incoming;
        resolve({ statusCode, headers, body, rawPayload, json: () => JSON.parse(body) });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(bytes, () => {
      if (cut === "when sent") outgoing.destroy(broken);
    });
    return promise;
  }

  close(): void {
    this.agent.destroy();
  }
}
