import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { Answer } from "#test/app.ts";
import type { Request } from "#test/request-for.ts";

/** Keeps its connections, as a browser does. Nothing is added to what is sent but its length and its host. */
export class HttpClient {
  private readonly agent: Agent;
  readonly address: URL;

  constructor(address: URL, connections = 32) {
    this.address = address;
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * With `cut` the line breaks as in a tunnel, once the request is out or once the answer begins to come in; the
   * promise is rejected then.
   */
  send(
    { method, url, headers, payload }: Request,
    cut: "when sent" | "when answered" | null = null,
  ): Promise<Answer> {
    const isPlain = payload === undefined || typeof payload === "string" || Buffer.isBuffer(payload);
    const bytes = isPlain ? Buffer.from(payload ?? "") : Buffer.from(JSON.stringify(payload));
    const sent = {
      ...(!isPlain && { "content-type": "application/json" }),
      ...(payload !== undefined && { "content-length": String(bytes.length) }),
      ...headers,
    };
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const { hostname, port } = this.address;
    const outgoing = request(
      { hostname, port, agent: this.agent, method, path: url, headers: sent },
      (incoming) => {
        if (cut) return void outgoing.destroy(new Error("The line was cut."));
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () =>
          resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks))),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(bytes, () => {
      if (cut === "when sent") outgoing.destroy(new Error("The line was cut."));
    });
    return promise;
  }

  close(): void {
    this.agent.destroy();
  }
}

function answerOf(statusCode: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const body = bytes.toString();
  return { statusCode, headers, body, rawPayload: bytes, json: () => JSON.parse(body) };
}
