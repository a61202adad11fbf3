import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { runStatement } from "./statement.ts";

let app: TestApp;
let client: pg.Client;
beforeAll(async () => {
  app = await startOwnApp();
  client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.close();
});

const numbers = (from: number) =>
  runStatement(client, {
    name: "numbers",
    text: "select n as big_number, null as no_value from generate_series($1::int, 3) n",
    values: [from],
    nameOf: (column) => column.toUpperCase(),
  });

test("a prepared statement returns the same as at its first run", async () => {
  const first = { rows: [{ BIG_NUMBER: 3, NO_VALUE: null }], rowCount: 1 };
  expect(await numbers(3)).toEqual(first);
  expect(await numbers(3)).toEqual(first);
  expect((await numbers(4)).rows).toEqual([]);
  expect((await numbers(1)).rowCount).toBe(3);
});

test("a statement before it shares its transaction and returns no rows", async () => {
  await client.query({ name: "setting", text: "select set_config('app.tried', $1, true)", values: [""] });
  const query = {
    text: "select current_setting('app.tried') as tried, txid_current() = txid_current() as is_one",
    values: [],
  };
  const before = [{ statement: "setting", values: ["yes"] }];
  expect((await runStatement(client, query, before)).rows).toEqual([{ tried: "yes", is_one: true }]);
  expect((await runStatement(client, query)).rows).toEqual([{ tried: "", is_one: true }]);
});

test("a client stays usable after an error, and changed columns are never read as before", async () => {
  await expect(runStatement(client, { text: "select 1 / $1::int", values: [0] })).rejects.toMatchObject({
    code: "22012",
  });
  await client.query("create temporary table shown as select 1 as first");
  const shown = { name: "shown", text: "select * from shown", values: [] };
  expect((await runStatement(client, shown)).rows).toEqual([{ first: 1 }]);
  await client.query("alter table shown add column second int default 2");
  await expect(runStatement(client, shown)).rejects.toThrow(/must not change result type/);
  expect((await runStatement(client, { ...shown, name: undefined })).rows).toEqual([{ first: 1, second: 2 }]);
});

test("rows of more than 16 MB are refused, and the connection stays usable", async () => {
  const texts = (rows: number) =>
    runStatement(client, {
      text: "select repeat('x', 1000000) as text from generate_series(1, $1::int)",
      values: [rows],
    });
  await expect(texts(18)).rejects.toMatchObject({ code: "too_large" });
  expect((await texts(16)).rows).toHaveLength(16);
});
