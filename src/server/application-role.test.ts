import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { requireSecondWall } from "./application-role.ts";

/** The first message of a connection without its `options`, as a pooler that ignores them hands it on. */
function withoutOptions(startup: Buffer): Buffer {
  const texts = startup.toString("latin1", 8, startup.length - 2).split("\0");
  const pairs = texts.flatMap((text, n) => (n % 2 === 0 ? [[text, texts[n + 1]]] : []));
  const kept = pairs.filter(([name]) => name !== "options").flat();
  const body = Buffer.from(`${kept.join("\0")}\0\0`, "latin1");
  const head = Buffer.from(startup.subarray(0, 8));
  head.writeInt32BE(8 + body.length);
  return Buffer.concat([head, body]);
}

let app: TestApp;
let pooler: Server;
let through: string;
beforeAll(async () => {
  app = await startTestApp();
  const { hostname, port } = new URL(app.databaseUrl);
  pooler = createServer((client) => {
    const database = connect(Number(port), hostname);
    client.once("data", (startup) => {
      database.write(withoutOptions(startup));
      client.pipe(database).pipe(client);
    });
    for (const socket of [client, database]) socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
  const address = new URL(app.databaseUrl);
  address.port = String((pooler.address() as AddressInfo).port);
  through = address.href;
});
afterAll(async () => {
  pooler.close();
  await app.close();
});

test("a way to the database on which the application's role is lost is refused, and said why", async () => {
  await expect(requireSecondWall(through)).rejects.toThrow(
    /connections there do not start as the role klinika_app.*ignore_startup_parameters/,
  );
});

test("the database itself is not, nor with options in its address", async () => {
  await requireSecondWall(app.databaseUrl);
  await requireSecondWall(`${app.databaseUrl}?options=-c%20role%3Dpostgres`);
});
