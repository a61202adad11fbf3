import { createServer, type IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";

export type WebhookReceiver = {
  port: number;
  url: string;
  /** Each received request. */
  received: { path: string; headers: IncomingHttpHeaders; body: string }[];
  /** Sets how it answers from now on. */
  behave(behaviour: Behaviour): void;
  stop(): Promise<void>;
};

type Behaviour = {
  status?: number;
  answer?: string;
  headers?: Record<string, string>;
  isSilent?: true;
  isEndless?: true;
};

function* endless() {
  for (;;) yield "x".repeat(10_000);
}

/** A system that receives a clinic's webhooks. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: WebhookReceiver["received"] = [];
  let now: Behaviour = {};
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body });
      if (now.isSilent) return;
      response.writeHead(now.status ?? 204, now.headers);
      if (now.isEndless) Readable.from(endless()).pipe(response);
      else response.end(now.answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    port,
    url: `http://127.0.0.1:${port}/klinika`,
    received,
    behave(behaviour) {
      now = behaviour;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
