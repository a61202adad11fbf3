import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, type TestClinic } from "#test/data/factories.ts";
import { DatabaseFunctions } from "../database/database-functions.ts";
import { sealHistory } from "./seal-history.ts";

let test: TestApp;
let clinic: TestClinic;

beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  clinic = await aClinic(test);
});

const note = async (event: string, happenedAt: string) => {
  await test.sql("insert into record_history (clinic_id, event, happened_at) values ($1, $2, $3)", [
    clinic.id,
    event,
    happenedAt,
  ]);
};
const seal = (before: string) => sealHistory(test.app.kit.databases.functions, new Date(before));
const seals = () =>
  test.sql<{ last_history_id: string; row_count: number; hash: Buffer }>(
    "select last_history_id, row_count, hash from record_history_seals where clinic_id = $1 order by id",
    [clinic.id],
  );
const rowHashesUpTo = async (after: string, last: string) =>
  (
    await test.sql<{ body: Buffer }>(
      `select string_agg(sha256(convert_to(history_row_text(row(h.*)::record_history), 'UTF8')), ''::bytea order by id) as body
       from record_history h where clinic_id = $1 and id > $2 and id <= $3`,
      [clinic.id, after, last],
    )
  )[0]?.body ?? Buffer.alloc(0);

it("seals each row once, in a hash chain that can be recomputed from the rows", async () => {
  await note("patient.view", "2026-11-20T01:00:00Z");
  await note("patient.view", "2026-11-20T01:01:00Z");
  await seal("2026-11-20T02:00:00Z");
  await note("patient.view", "2026-11-20T02:00:30Z");
  await seal("2026-11-20T02:00:00Z");
  expect(await seals()).toHaveLength(1);
  await seal("2026-11-20T03:00:00Z");
  const chain = await seals();
  expect(chain.map(({ row_count }) => row_count)).toEqual([2, 1]);
  let previous: Buffer = Buffer.alloc(0);
  let after = "0";
  for (const { last_history_id, hash } of chain) {
    const body = await rowHashesUpTo(after, last_history_id);
    previous = createHash("sha256").update(previous).update(body).digest();
    expect(hash).toEqual(previous);
    after = last_history_id;
  }
});

it("a changed row no longer matches its seal", async () => {
  await note("patient.view", "2026-11-20T01:00:00Z");
  await seal("2026-11-20T02:00:00Z");
  const [sealed] = await seals();
  await test.sql("update record_history set event = 'patient.list' where clinic_id = $1", [clinic.id]);
  const body = await rowHashesUpTo("0", sealed?.last_history_id ?? "0");
  expect(createHash("sha256").update(body).digest()).not.toEqual(sealed?.hash);
});

it("skips no row that is younger than the next one", async () => {
  await note("patient.view", "2026-11-20T01:00:00Z");
  await note("patient.view", "2026-11-20T02:00:01Z");
  // Written later, by a transaction that began earlier.
  await note("patient.update", "2026-11-20T01:59:59Z");
  await seal("2026-11-20T02:00:00Z");
  expect((await seals()).map(({ row_count }) => row_count)).toEqual([1]);
  await seal("2026-11-20T02:01:00Z");
  expect((await seals()).map(({ row_count }) => row_count)).toEqual([1, 2]);
});

it("seals a backlog in batches", async () => {
  await test.sql(
    `insert into record_history (clinic_id, event, happened_at)
     select $1, 'patient.view', '2026-11-20T01:00:00Z' from generate_series(1, 10001)`,
    [clinic.id],
  );
  await seal("2026-11-20T02:00:00Z");
  expect((await seals()).map(({ row_count }) => row_count)).toEqual([10_000, 1]);
});

it("seals the other clinics when one fails, and reports the failure", async () => {
  await note("patient.view", "2026-11-20T01:00:00Z");
  const other = await aClinic(test);
  await test.sql(
    "insert into record_history (clinic_id, event, happened_at) values ($1, 'patient.view', '2026-11-20T01:00:00Z')",
    [other.id],
  );
  const { functions } = test.app.kit.databases;
  const failing = new DatabaseFunctions((query) =>
    query.name === "function_sealHistory" && query.values.includes(other.id)
      ? Promise.reject(new Error("canceling statement due to statement timeout"))
      : Reflect.get(functions, "run").call(functions, query),
  );
  await expect(sealHistory(failing, new Date("2026-11-20T02:00:00Z"))).rejects.toThrow(/of 1 clinics/);
  expect((await seals()).map(({ row_count }) => row_count)).toEqual([1]);
});
