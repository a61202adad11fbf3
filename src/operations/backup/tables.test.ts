import { type AddressInfo, connect, createServer } from "node:net";
import { Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { withClient } from "#server/database/with-client.ts";
import { copyRows, hashTable } from "./tables.ts";

const few = { name: "few", columns: ["id"], order: "id" };

/** A proxy that delays the CommandComplete of a COPY. */
async function proxyWithLateCounts(databaseUrl: string): Promise<string> {
  const address = new URL(databaseUrl);
  const { hostname, port } = address;
  const proxy = createServer((client) => {
    const database = connect(Number(port), hostname);
    client.pipe(database);
    database.on("data", async (chunk: Buffer) => {
      const count = chunk.indexOf("COPY ") - 5;
      client.write(count < 0 ? chunk : chunk.subarray(0, count));
      if (count < 0) return;
      await wait(20);
      client.write(chunk.subarray(count));
    });
    for (const socket of [client, database]) socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  address.port = String((proxy.address() as AddressInfo).port);
  return address.href;
}

test("rows are counted also when CommandComplete arrives after them", async () => {
  const url = await proxyWithLateCounts(inject("postgresUrl"));
  await withClient(url, async (client) => {
    await client.query("create temporary table few as select id from generate_series(1, 3) id");
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    expect(await copyRows(client, few, [], nowhere)).toBe(3);
    expect(await hashTable(client, few)).toMatchObject({ rows: 3 });
  });
});
