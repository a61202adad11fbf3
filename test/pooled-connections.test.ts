import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editPatient, listPatients } from "#features/patients/contract.ts";
import { type ClinicScope, type Databases, openDatabases, withCommit } from "#server/database/db.ts";
import { startOwnApp, type TestApp } from "./app.ts";
import { aClinic, aPatient, type TestClinic } from "./data/factories.ts";
import { openStallingProxy } from "./servers/stalling-proxy.ts";

/** State of one clinic on a connection must not reach the next one that uses it. */
let app: TestApp;
let own: TestClinic;
let other: TestClinic;

beforeAll(async () => {
  app = await startOwnApp();
  own = await aClinic(app);
  other = await aClinic(app);
  for (const clinic of [own, own, other, other]) await aPatient(app, clinic);
});
afterAll(() => app.close());

const as = (clinic: TestClinic, from: Databases): ClinicScope =>
  from.openClinic({
    clinicId: clinic.id,
    userId: clinic.owner.id,
    ownerUserId: null,
    event: "patient.update",
  });

describe("a pooled connection", () => {
  let single: Databases;
  beforeAll(async () => {
    // Reads what the connection's role can see without a clinic.
    await app.sql(
      "create function visible_patients() returns bigint language sql stable as 'select count(*) from patients'",
    );
    single = openDatabases(app.databaseUrl, 1);
  });
  afterAll(() => single.close());

  const visibleToNobody = () => single.functions.value("visiblePatients" as never, {} as never);
  const seen = async (clinic: TestClinic) =>
    (await as(clinic, single).db.selectFrom("patients").select("clinicId").execute()).map(
      ({ clinicId }) => clinicId,
    );
  const broken = (clinic: ClinicScope) =>
    sql`select 1 / (select 0 * count(*) from patients)`.execute(clinic.db);

  test("has no state of the clinic that used it", async () => {
    expect(await visibleToNobody()).toBe(0);
    expect(await seen(own)).toEqual([own.id, own.id]);
    expect(await visibleToNobody()).toBe(0);
    expect(await seen(other)).toEqual([other.id, other.id]);
    expect(await visibleToNobody()).toBe(0);
  });

  test("stays in the application's role, whatever options the database's URL has", async () => {
    const withOptions = openDatabases(`${app.databaseUrl}?options=-c%20work_mem%3D8MB`, 1);
    try {
      const { rows } = await sql<{ role: string; memory: string; zone: string }>`
        select current_user as role, current_setting('work_mem') as memory, current_setting('timezone') as zone`.execute(
        as(own, withOptions).db,
      );
      expect(rows).toEqual([{ role: "klinika_app", memory: "8MB", zone: "UTC" }]);
    } finally {
      await withOptions.close();
    }
  });

  test("returns each of several pipelined queries its own rows, and fails all if one fails", async () => {
    const { db } = as(own, single);
    const [clinics, settings] = await Promise.all([
      db.selectFrom("patients").select("clinicId").execute(),
      sql<{ clinic: string }>`select current_setting('app.clinic_id') as clinic`.execute(db),
    ]);
    expect(clinics.map(({ clinicId }) => clinicId)).toEqual([own.id, own.id]);
    expect(settings.rows).toEqual([{ clinic: String(own.id) }]);
    const asked = [
      db.selectFrom("patients").select("clinicId").execute(),
      broken(as(own, single)),
      broken({ ...as(own, single), db }),
    ];
    const ended = await Promise.allSettled(asked);
    expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await visibleToNobody()).toBe(0);
    expect(await seen(other)).toEqual([other.id, other.id]);
  });

  test.each<[string, (clinic: ClinicScope) => Promise<unknown>]>([
    ["a failed statement", broken],
    ["a statement that cannot be parsed", ({ db }) => sql`selec 1`.execute(db)],
    ["a failed transaction", (clinic) => clinic.transaction(broken)],
    [
      "a transaction whose work threw",
      (clinic) =>
        clinic.transaction(async ({ db }) => {
          await db.selectFrom("patients").selectAll().execute();
          throw new Error("thrown");
        }),
    ],
    [
      "a transaction that was given up in the database",
      (clinic) =>
        clinic.transaction(async (joined) => {
          await broken(joined).catch(() => undefined);
          await joined.db.selectFrom("patients").selectAll().execute();
        }),
    ],
    [
      "a transaction whose last statement, sent with the commit, failed",
      (clinic) =>
        clinic.transaction(async ({ db }) => {
          await db.updateTable("patients").set({ remarks: "not kept" }).execute();
          await db.executeQuery(withCommit(sql`select 1 / (select 0 * count(*) from patients)`.compile(db)));
        }),
    ],
  ])("holds nothing after %s", async (_, work) => {
    await expect(work(as(own, single))).rejects.toThrow();
    expect(await visibleToNobody()).toBe(0);
    expect(await seen(other)).toEqual([other.id, other.id]);
    expect(await app.sql("select 1 from patients where remarks = 'not kept'")).toEqual([]);
  });

  test("keeps the effects of a transaction's last statement, sent with the commit", async () => {
    await as(own, single).transaction(async ({ db }) => {
      await db.updateTable("patients").set({ remarks: "kept" }).execute();
      await db.executeQuery(withCommit(db.updateTable("patients").set({ allergies: "kept" }).compile()));
    });
    const kept = await app.sql(
      "select clinic_id from patients where remarks = 'kept' and allergies = 'kept'",
    );
    expect(kept.map((row) => Number(row.clinic_id))).toEqual([own.id, own.id]);
    expect(await visibleToNobody()).toBe(0);
  });
});

test("changes of a clinic that wait for a lock delay no other clinic, and finish when it is released", async () => {
  const id = await aPatient(app, own);
  const locking = openDatabases(app.databaseUrl, 1);
  let changes: Promise<{ statusCode: number }[]> | undefined;
  await as(own, locking).transaction(async ({ db }) => {
    await db.updateTable("patients").set({ remarks: "locked" }).where("id", "=", id).execute();
    const changing = Array.from({ length: 30 }, () =>
      app.call(editPatient, own.owner.token, { params: { id }, body: { remarks: "changed" } }),
    );
    changes = Promise.all(changing);
    await expect
      .poll(() => app.sql("select 1 from pg_stat_activity where wait_event_type = 'Lock'"))
      .not.toEqual([]);
    const began = performance.now();
    expect((await app.call(listPatients, other.owner.token)).statusCode).toBe(200);
    expect((await app.app.inject({ url: "/api/health" })).statusCode).toBe(200);
    expect(performance.now() - began).toBeLessThan(1000);
  });
  expect(new Set((await changes)?.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  await locking.close();
});

test("a connection that the database closes between two statements fails only its own transaction", async () => {
  const one = openDatabases(app.databaseUrl, 1);
  const lost = as(own, one).transaction(async (joined) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(joined.db);
    await app.sql("select pg_terminate_backend($1, 5000)", [rows[0]?.pid]);
    // Lets the event arrive before the next statement is sent.
    await nextTurn();
    await joined.db.selectFrom("patients").selectAll().execute();
  });
  await expect(lost).rejects.toThrow(/terminat|not queryable/);
  expect(await as(other, one).db.selectFrom("patients").select("clinicId").execute()).toHaveLength(2);
  await one.close();
});

test("a database that hangs fails what waits for it in time, and is used again once it answers", async () => {
  const proxy = await openStallingProxy(app.databaseUrl);
  const databases = openDatabases(proxy.url, 4, { queryTimeout: 1000 });
  const read = () => as(own, databases).db.selectFrom("patients").select("clinicId").execute();
  const write = () =>
    as(own, databases).transaction(({ db }) => db.updateTable("patients").set({ address: "Cebu" }).execute());
  const look = () =>
    databases.sessions.look({ tokenHash: Buffer.alloc(32), isActiveUse: false, now: new Date() });
  const sendAll = () => Promise.allSettled([read(), write(), look(), databases.isAnswering()]);
  try {
    await expect
      .poll(sendAll)
      .toMatchObject(["fulfilled", "fulfilled", "fulfilled", "fulfilled"].map((status) => ({ status })));
    proxy.stall();
    expect(await sendAll()).toMatchObject([
      { reason: { message: "Query read timeout" } },
      { reason: { message: "Query read timeout" } },
      { reason: { message: "Query read timeout" } },
      { value: false },
    ]);
    proxy.resume();
    expect(await sendAll()).toMatchObject([
      { status: "fulfilled" },
      { status: "fulfilled" },
      { value: null },
      { value: true },
    ]);
  } finally {
    await databases.close();
    proxy.close();
  }
});

test("2,000 queries of 20 clinics over four connections, every twentieth broken, return no foreign row", async () => {
  const clinics: TestClinic[] = [];
  for (let made = 0; made < 20; made += 1) {
    const clinic = await aClinic(app);
    await aPatient(app, clinic);
    clinics.push(clinic);
  }
  const four = openDatabases(app.databaseUrl, 4);
  let foreign = 0;
  let answered = 0;
  let failed = 0;
  const ask = async (n: number) => {
    const clinic = clinics[(n * 7) % clinics.length];
    if (!clinic) return;
    const scoped = as(clinic, four);
    const read = async ({ db }: ClinicScope) => {
      const rows = await db.selectFrom("patients").select("clinicId").execute();
      foreign += rows.filter(({ clinicId }) => clinicId !== clinic.id).length + (rows.length === 1 ? 0 : 1);
      if (n % 20 === 0) await sql`select 1 / 0`.execute(db);
    };
    await (n % 3 === 0 ? scoped.transaction(read) : read(scoped)).then(
      () => {
        answered += 1;
      },
      () => {
        failed += 1;
      },
    );
  };
  // In parts, since a query waits for a connection ten seconds at most.
  for (let sent = 0; sent < 2000; sent += 100)
    await Promise.all(Array.from({ length: 100 }, (_, n) => ask(sent + n)));
  await four.close();
  expect({ foreign, answered, failed }).toEqual({ foreign: 0, answered: 1900, failed: 100 });
});
