import { type AddressInfo, connect, createServer } from "node:net";

/** A pooler that ignores startup options, as some are configured to. */
export async function openForgetfulPooler(databaseUrl: string): Promise<{ url: string; close(): void }> {
  const address = new URL(databaseUrl);
  const { hostname, port } = address;
  const pooler = createServer((client) => {
    const database = connect(Number(port), hostname);
    client.once("data", (startup) => {
      database.write(withoutOptions(startup));
      client.pipe(database).pipe(client);
    });
    for (const socket of [client, database]) socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
  address.port = String((pooler.address() as AddressInfo).port);
  return { url: address.href, close: () => void pooler.close() };
}

/** PostgreSQL's startup message: its length, the protocol, then names and values, each ended by a zero. */
function withoutOptions(startup: Buffer): Buffer {
  const texts = startup.toString("latin1", 8, startup.length - 2).split("\0");
  const pairs = texts.flatMap((text, n) => (n % 2 === 0 ? [[text, texts[n + 1]]] : []));
  const forwarded = pairs.filter(([name]) => name !== "options").flat();
  const body = Buffer.from(`${forwarded.join("\0")}\0\0`, "latin1");
  const head = Buffer.from(startup.subarray(0, 8));
  head.writeInt32BE(8 + body.length);
  return Buffer.concat([head, body]);
}
