import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { type Databases, openDatabases } from "../db.ts";
import { shapedQuery } from "../shaped-query.ts";

let app: TestApp;
let databases: Databases;
beforeAll(async () => {
  app = await startTestApp();
  databases = openDatabases(app.databaseUrl, 1);
});
afterAll(async () => {
  await databases.close();
  await app.close();
});

const clinicOf = (clinicId: number) =>
  databases.openClinic({ clinicId, userId: clinicId + 1000, ownerUserId: null, event: "" });

/** The settings of the caller on the connection, and a division that fails for 0. */
const told = shapedQuery((db, { divisor }: { divisor: number }) =>
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

test("reads that share a connection keep their own scope, transaction and failure", async () => {
  const [first] = await told(clinicOf(7), { divisor: 1 });
  expect(first).toMatchObject({ clinicId: "7" });
  const ids = Array.from({ length: 40 }, (_, n) => n + 1);
  const answers = await Promise.allSettled(
    ids.map((id) => told(clinicOf(id), { divisor: id % 7 === 0 ? 0 : 1 })),
  );
  const transactions = new Set<string>();
  for (const [place, answer] of answers.entries()) {
    const id = place + 1;
    if (id % 7 === 0) {
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "22012" } });
      continue;
    }
    if (answer.status === "rejected") throw answer.reason;
    expect(answer.value).toMatchObject([{ clinicId: `${id}`, process: first?.process }]);
    transactions.add(answer.value[0]?.transaction ?? "");
  }
  expect(transactions.size).toBe(ids.length - Math.floor(ids.length / 7));
});

test("a transaction has a connection to itself, and reads that wait for it are answered after", async () => {
  const order: string[] = [];
  let read: Promise<unknown> | undefined;
  await clinicOf(1).transaction(async (clinic) => {
    await sql`select 1`.execute(clinic.db);
    read = told(clinicOf(2), { divisor: 1 }).then(() => order.push("read"));
    await sql`select 2`.execute(clinic.db);
    order.push("transaction");
  });
  await read;
  expect(order).toEqual(["transaction", "read"]);
});

test("reads that were under way when the connection broke all fail, and later ones are answered", async () => {
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
  expect(await told(clinicOf(4), { divisor: 1 })).toMatchObject([{ clinicId: "4" }]);
});

test("a connection that the server ended is lent to nobody, not even to who asks at that moment", async () => {
  const asleep = slow(clinicOf(1), { seconds: 60 }).catch(() => told(clinicOf(2), { divisor: 1 }));
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
