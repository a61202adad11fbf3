import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { type Databases, openDatabases } from "../db.ts";
import { shapedQuery } from "../shaped-query.ts";

let app: TestApp;
let databases: Databases;
beforeAll(async () => {
  app = await startOwnApp();
  databases = openDatabases(app.databaseUrl, 1);
});
afterAll(async () => {
  await databases.close();
  await app.close();
});

const clinicOf = (clinicId: number) =>
  databases.openClinic({ clinicId, userId: clinicId + 1000, ownerUserId: null, event: "" });

/** Reads the connection's scope, and fails for a divisor of 0. */
const readScope = shapedQuery((db, { divisor }: { divisor: number }) =>
  db
    .selectNoFrom([
      sql<string>`current_setting('app.clinic_id')`.as("clinicId"),
      sql<number>`pg_backend_pid()`.as("process"),
      sql<string>`txid_current()::text`.as("transaction"),
    ])
    .where(sql<boolean>`10 / ${divisor}::int > 0`),
);

const slow = shapedQuery((db, { seconds }: { seconds: number }) =>
  db.selectNoFrom(sql<string>`pg_sleep(${seconds})::text`.as("slept")),
);

test("reads on a shared connection have their own scope, transaction and error", async () => {
  const [first] = await readScope(clinicOf(7), { divisor: 1 });
  expect(first).toMatchObject({ clinicId: "7" });
  const ids = Array.from({ length: 40 }, (_, n) => n + 1);
  const results = await Promise.allSettled(
    ids.map((id) => readScope(clinicOf(id), { divisor: id % 7 === 0 ? 0 : 1 })),
  );
  const transactions = new Set<string>();
  for (const [index, result] of results.entries()) {
    const id = index + 1;
    if (id % 7 === 0) {
      expect(result).toMatchObject({ status: "rejected", reason: { code: "22012" } });
      continue;
    }
    if (result.status === "rejected") throw result.reason;
    expect(result.value).toMatchObject([{ clinicId: `${id}`, process: first?.process }]);
    transactions.add(result.value[0]?.transaction ?? "");
  }
  expect(transactions.size).toBe(ids.length - Math.floor(ids.length / 7));
});

test("a transaction has a connection to itself, and waiting reads run after it", async () => {
  const order: string[] = [];
  let read: Promise<unknown> | undefined;
  await clinicOf(1).transaction(async (clinic) => {
    await sql`select 1`.execute(clinic.db);
    read = readScope(clinicOf(2), { divisor: 1 }).then(() => order.push("read"));
    await sql`select 2`.execute(clinic.db);
    order.push("transaction");
  });
  await read;
  expect(order).toEqual(["transaction", "read"]);
});

test("all reads in flight fail when the connection breaks, and later ones succeed", async () => {
  await slow(clinicOf(1), { seconds: 0 });
  let underWay = 3;
  const asleep = [1, 2, 3].map((id) =>
    slow(clinicOf(id), { seconds: 60 }).finally(() => {
      underWay -= 1;
    }),
  );
  const failed = Promise.allSettled(asleep);
  // Reads that were not sent yet are sent on the next connection, which breaks as well.
  await expect
    .poll(async () => {
      await app.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event = 'PgSleep'`,
      );
      return underWay;
    })
    .toBe(0);
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await readScope(clinicOf(4), { divisor: 1 })).toMatchObject([{ clinicId: "4" }]);
});

test("never reuses a connection that the server has closed, not even immediately", async () => {
  const asleep = slow(clinicOf(1), { seconds: 60 }).catch(() => readScope(clinicOf(2), { divisor: 1 }));
  await expect
    .poll(() =>
      app.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event = 'PgSleep'`,
      ),
    )
    .toHaveLength(1);
  expect(await asleep).toMatchObject([{ clinicId: "2" }]);
});
