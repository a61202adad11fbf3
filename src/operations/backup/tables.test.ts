import { type AddressInfo, connect, createServer } from "node:net";
import { Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { connected } from "#test/servers/postgres.ts";
import { hashTable, pourRows } from "./tables.ts";

const few = { name: "few", columns: ["id"], order: "id" };

/** Hands on the rows of a COPY at once, and a moment later how many they were. */
async function lineWithLateCounts(databaseUrl: string): Promise<string> {
  const address = new URL(databaseUrl);
  const { hostname, port } = address;
  const line = createServer((client) => {
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
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void line.close());
  address.port = String((line.address() as AddressInfo).port);
  return address.href;
}

test("rows are counted also where their number arrives after them", async () => {
  const url = await lineWithLateCounts(inject("postgresUrl"));
  await connected(url, async (client) => {
    await client.query("create temporary table few as select id from generate_series(1, 3) id");
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    expect(await pourRows(client, few, [], nowhere)).toBe(3);
    expect(await hashTable(client, few)).toMatchObject({ rows: 3 });
  });
});
