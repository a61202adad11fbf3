import { createServer } from "node:http";

export type TextGatewayServer = {
  /** For SMS_URL. */
  url: string;
  /** Each accepted text. */
  texts: { number: string; message: string; sendername: string | null }[];
  /** Sets how it answers from now on. */
  behave(behaviour: Behaviour): void;
  stop(): Promise<void>;
};

type Behaviour = {
  /** Numbers that it rejects. */
  refused?: readonly string[];
  /** Answers every request with this status. */
  status?: number;
};

/** A gateway with the API of Semaphore: its parameters, responses and errors. */
export async function startTextGateway(key = "semaphore-key"): Promise<TextGatewayServer> {
  const texts: TextGatewayServer["texts"] = [];
  let now: Behaviour = {};
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const answer = (status: number, said: object) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(said));
      };
      const form = new URLSearchParams(body);
      const [number = "", message = ""] = [form.get("number") ?? "", form.get("message") ?? ""];
      if (now.status) return answer(now.status, { message: "Unavailable" });
      if (request.method !== "POST" || request.url !== "/api/v4/messages") return answer(404, {});
      if (form.get("apikey") !== key) return answer(401, ["Invalid API key"]);
      if (!/^(0|63)9\d{9}$/.test(number) || now.refused?.includes(number))
        return answer(200, { number: ["The number is invalid."] });
      texts.push({ number, message, sendername: form.get("sendername") });
      answer(200, [
        { message_id: texts.length, recipient: number, message, status: "Queued", type: "Single" },
      ]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://${key}@127.0.0.1:${port}/api/v4/messages?sendername=KLINIKA`,
    texts,
    behave(behaviour) {
      now = behaviour;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
