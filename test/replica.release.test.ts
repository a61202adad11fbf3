import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildApp } from "#app/server/app.ts";
import { listPatients } from "#features/patients/contract.ts";
import { platformStats } from "#features/platform/contract.ts";
import { analytics, dashboardFigures, exportAnalytics } from "#features/reports/contract.ts";
import { type ClinicScope, type Databases, openDatabases } from "#server/database/db.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import type { App } from "#server/kit.ts";
import { readSettings } from "#server/settings.ts";
import type { Stage } from "./app.ts";
import { aClinic, anAdmin, aPatient, type TestClinic } from "./data/factories.ts";
import { requestFor } from "./request-for.ts";
import { openForgetfulPooler } from "./servers/forgetful-pooler.ts";
import { copyAsReplica, ReplicaPostgres } from "./servers/replica-postgres.ts";
import { openStallingProxy } from "./servers/stalling-proxy.ts";

/** A primary and a streaming replica, whose replay can be paused and resumed. */
let folder: string;
let primary: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let replica: ReplicaPostgres;
let app: App;
let stage: Stage;
let clinic: TestClinic;
const clients: Client[] = [];

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "klinika-replica-"));
  const dataDir = join(folder, "primary");
  primary = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate(primary.url);
  await copyAsReplica({ dataDir, url: primary.url }, join(folder, "replica"));
  replica = await ReplicaPostgres.open(join(folder, "replica"));
  app = await buildApp({
    settings: readSettings({
      DATA_DIR: dataDir,
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: replica.url,
      ADMIN_SECOND_FACTOR: "offered",
    }),
    databaseUrl: primary.url,
    withoutBackgroundWork: true,
  });
  await app.ready();
  const client = await connect(primary.url);
  stage = {
    app,
    databaseUrl: primary.url,
    origin: "http://localhost",
    call: (endpoint, as, sent = {}) => app.inject(requestFor(endpoint, as, sent)),
    sql: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query(text, values)).rows as Row[],
  };
  clinic = await aClinic(stage);
});
afterAll(async () => {
  await app.close();
  for (const client of clients) await client.end().catch(() => undefined);
  await replica.close();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

const checkReplica = () => app.kit.databases.checkReplica();
/** Polls until the replica has this problem; `null`: until it is used. */
const becomes = (problem: RegExp | null) =>
  expect
    .poll(
      async () => {
        const problemNow = await checkReplica();
        return problem === null ? problemNow === null : problem.test(problemNow ?? "");
      },
      { timeout: 15_000 },
    )
    .toBe(true);
const used = async () => {
  await becomes(null);
  // Healthy at two checks, so that it has replayed what the primary had at the first.
  await becomes(null);
};
const reported = async () => (await stage.call(analytics, clinic.owner.token)).json().totalPatients;
/** Runs on the replica as its superuser. */
const onReplica = async (text: string) => (await connect(replica.url)).query(text);

test("reads reports, exports and the console's figures from the replica, but no lists, figures after a save or writes", async () => {
  const admin = await anAdmin(stage);
  await used();
  const [before, clinics] = [
    await reported(),
    (await stage.call(platformStats, admin.token)).json().totalClinics,
  ];
  await onReplica("select pg_wal_replay_pause()");
  await aPatient(stage, clinic);
  await aClinic(stage);
  expect(await reported()).toBe(before);
  expect((await stage.call(platformStats, admin.token)).json().totalClinics).toBe(clinics);
  expect((await stage.call(exportAnalytics, clinic.owner.token)).statusCode).toBe(200);
  // The export is in the record history, which is on the primary.
  expect(
    await stage.sql("select 1 from record_history where clinic_id = $1 and event = 'report.export'", [
      clinic.id,
    ]),
  ).toHaveLength(1);
  expect((await stage.call(listPatients, clinic.owner.token)).json()).toHaveLength(before + 1);
  expect((await stage.call(dashboardFigures, clinic.owner.token)).json().totalPatients).toBe(before + 1);
});

test("a replica that lags is not used until it has caught up", async () => {
  await stage.sql("create table moves_the_log ()");
  await checkReplica();
  await becomes(/behind/);
  const now = await reported();
  expect(now).toBe(
    Number(
      (
        await stage.sql<{ n: string }>("select count(*) as n from patients where clinic_id = $1", [clinic.id])
      )[0]?.n,
    ),
  );
  await onReplica("select pg_wal_replay_resume()");
  await used();
  await onReplica("select pg_wal_replay_pause()");
  await aPatient(stage, clinic);
  expect(await reported()).toBe(now);
  await onReplica("select pg_wal_replay_resume()");
});

test("a replica on whose connection the application's role is lost is not used", async () => {
  const pooler = await openForgetfulPooler(replica.url);
  const databases = openDatabases(primary.url, 1, { replicaUrl: pooler.url });
  try {
    expect(await databases.checkReplica()).toMatch(
      /^DATABASE_REPLICA_URL: connections there do not start as the role klinika_app/,
    );
  } finally {
    await databases.close();
    pooler.close();
  }
});

test("a report cannot write, on the primary or the replica", async () => {
  await used();
  const scope = { clinicId: clinic.id, userId: clinic.owner.id, ownerUserId: null, event: "task.create" };
  const reports = app.kit.databases.reports.openClinic(scope);
  await expect(
    reports.db
      .insertInto("tasks")
      .values({ clinicId: clinic.id, title: "Written", createdById: clinic.owner.id })
      .execute(),
  ).rejects.toThrow("read-only");
  expect(await stage.sql("select 1 from tasks where title = 'Written'")).toEqual([]);
});

test("no clinic reads another's rows from the replica", async () => {
  const other = await aClinic(stage);
  await used();
  const scope = { clinicId: other.id, userId: other.owner.id, ownerUserId: null, event: "" };
  const rows = await app.kit.databases.reports
    .openClinic(scope)
    .db.selectFrom("patients")
    .select("id")
    .execute();
  expect(rows).toEqual([]);
});

test("while the replica is down the primary answers immediately, and the replica is used again once it is up", async () => {
  await used();
  const now = await reported();
  await replica.stop();
  expect(await reported()).toBe(now);
  await aPatient(stage, clinic);
  expect(await reported()).toBe(now + 1);
  expect(await checkReplica()).toMatch(/ECONNRE|terminat/);
  await replica.start();
  await used();
  await onReplica("select pg_wal_replay_pause()");
  await aPatient(stage, clinic);
  expect(await reported()).toBe(now + 1);
  await onReplica("select pg_wal_replay_resume()");
});

describe("a replica", () => {
  test("that hangs holds up reports until the next check, and no other request", async () => {
    const proxy = await openStallingProxy(replica.url);
    const databases = openDatabases(primary.url, 5, { replicaUrl: proxy.url });
    onTestFinished(async () => {
      proxy.close();
      await databases.close();
    });
    await expect.poll(() => databases.checkReplica(), { timeout: 15_000 }).toBe(null);
    expect(await databases.checkReplica()).toBe(null);
    const scope = (id: number) => ({ clinicId: id, userId: 0, ownerUserId: null, event: "" });
    const reports = (id: number) => databases.reports.openClinic(scope(id)).db;
    const patients = (db: ClinicScope["db"]) => db.selectFrom("patients").select("id").execute();
    await patients(reports(clinic.id));
    proxy.stall();
    const began = performance.now();
    const held = [1, 2, 3, 4].flatMap((n) => [
      patients(reports(clinic.id + n)),
      sql`select 1`.execute(reports(clinic.id + n)),
    ]);
    await patients(databases.openClinic(scope(clinic.id)).db);
    await databases.openClinic(scope(clinic.id)).transaction(({ db }) => patients(db));
    expect(performance.now() - began).toBeLessThan(1000);
    expect(await databases.checkReplica()).toBe("It does not answer in time.");
    await Promise.all(held);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  test("is what reports are read from, with the query builder as well", async () => {
    await used();
    await onReplica("select pg_wal_replay_pause()");
    onTestFinished(() => onReplica("select pg_wal_replay_resume()").then());
    const scope = { clinicId: clinic.id, userId: 0, ownerUserId: null, event: "" };
    const count = async (from: Pick<Databases, "openClinic">) =>
      (await from.openClinic(scope).db.selectFrom("patients").select("id").execute()).length;
    const { databases } = app.kit;
    const before = await count(databases.reports);
    await aPatient(stage, clinic);
    expect([await count(databases.reports), await count(databases)]).toEqual([before, before + 1]);
  });
});

test("a database that is no replica is not used as one", async () => {
  const wrong = await buildApp({
    settings: readSettings({ DATABASE_URL: primary.url, DATABASE_REPLICA_URL: primary.url }),
    databaseUrl: primary.url,
    withoutBackgroundWork: true,
  });
  expect(await wrong.kit.databases.checkReplica()).toContain("no replica");
  await wrong.close();
});
