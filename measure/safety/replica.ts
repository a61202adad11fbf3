import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { addPatient } from "#features/patients/contract.ts";
import { analytics } from "#features/reports/contract.ts";
import { atMost, type Figure, none } from "#measure/report/figure.ts";
import { stopWhenInterrupted } from "#measure/harness/interrupted.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import type { Stage } from "#test/app.ts";
import { aClinic } from "#test/factories.ts";
import { KlinikaProcess, withoutLimits } from "#test/klinika-process.ts";
import { connected } from "#test/postgres.ts";
import { copyAsReplica, ReplicaPostgres } from "#test/replica-postgres.ts";
import { HttpClient } from "#measure/harness/http-client.ts";
import { atOnce } from "./races.ts";
import { type EnvironmentSource, openStage } from "#measure/harness/environment.ts";

/** Two looks at the replica and a little more. */
const noticedAfterMs = 6000;

/** What its backends have counted; one that is idle tells it after ten seconds, so that enough is waited for. */
async function statementsOf(url: string, enough = 0): Promise<number> {
  return connected(url, async (client) => {
    for (let waited = 0; ; waited += 500) {
      await wait(500);
      const { rows } = await client.query<{ count: string }>(
        "select xact_commit as count from pg_stat_database where datname = current_database()",
      );
      const count = Number(rows[0]?.count);
      if (count >= enough || waited > 15_000) return count;
    }
  });
}

/** How long it takes until the replica holds what was just saved, in milliseconds. */
async function lags(stage: Stage, token: string, replicaUrl: string, times: number): Promise<number[]> {
  const found: number[] = [];
  await connected(replicaUrl, async (client) => {
    for (let n = 0; n < times; n += 1) {
      const body = {
        admissionNo: `L${n}`,
        hospital: "Makati Medical Center",
        patientName: `Lag, ${n}`,
        sex: "F",
      };
      await stage.call(addPatient, token, { body });
      const saved = performance.now();
      for (let held = false; !held; ) {
        const { rowCount } = await client.query("select 1 from patients where admission_no = $1", [`L${n}`]);
        held = rowCount === 1;
      }
      found.push(performance.now() - saved);
    }
  });
  return found.sort((a, b) => a - b);
}

/** A primary and a replica by streaming, both the PostgreSQL that comes with Klinika, in folders of their own. */
export async function proveReplica({ share }: EnvironmentSource): Promise<Figure[]> {
  const many = (whole: number) => Math.max(10, Math.round(whole * share));
  const folder = await mkdtemp(join(tmpdir(), "klinika-replica-"));
  await using toClose = new AsyncDisposableStack();
  const isClosed = stopWhenInterrupted(() => toClose.disposeAsync());
  toClose.defer(async () => isClosed());
  toClose.defer(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "primary");
  const primary = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  toClose.defer(() => primary.stop());
  await copyAsReplica({ dataDir, url: primary.url }, join(folder, "replica"));
  const replica = await ReplicaPostgres.open(join(folder, "replica"));
  toClose.defer(() => replica.close());
  const klinika = new KlinikaProcess(join(folder, "klinika"), {
    ...withoutLimits,
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
  });
  toClose.defer(async () => void (await klinika.stop()));
  const wire = new HttpClient(await klinika.address());
  toClose.defer(() => wire.close());
  const { stage, close } = openStage(primary.url, () => wire);
  toClose.defer(close);
  const { owner } = await aClinic(stage);
  const waits = await lags(stage, owner.token, replica.url, many(500));
  const at = (part: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? 0;

  await wait(noticedAfterMs);
  const reports = many(1000);
  const failed: string[] = [];
  const ask = async (n: number) => {
    const answer = await stage.call(analytics, owner.token).catch((error: unknown) => String(error));
    if (typeof answer === "string" || answer.statusCode !== 200)
      failed.push(
        `report ${n}: ${typeof answer === "string" ? answer : `${answer.statusCode} ${answer.body}`}`,
      );
  };
  const before = await statementsOf(replica.url);
  await atOnce(4, reports, ask);
  const there = (await statementsOf(replica.url, before + reports)) - before;

  // It goes while reports are asked for, and they are asked for on.
  let isOver = false;
  let asked = 0;
  const asking = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) await ask(asked++);
    }),
  );
  await wait(500);
  await replica.stop();
  await wait(noticedAfterMs);
  const health = (await wire.send({ method: "GET", url: "/api/health", headers: {} })).json();
  isOver = true;
  await asking;

  await replica.start();
  await wait(noticedAfterMs);
  const again = await statementsOf(replica.url);
  await atOnce(4, reports, ask);
  const back = (await statementsOf(replica.url, again + reports)) - again;
  const warned = health.warnings?.some(({ code }: { code: string }) => code === "replica_unused") ?? false;
  return [
    atMost("a patient just saved stands in the replica, 99 of 100 within", at(0.99), 1000, " ms", 0),
    {
      what: `statements at the replica for ${reports} reports; for as many after it was gone and started again`,
      figure: `${there}; ${back}`,
      goal: `≥ ${reports} each`,
      passes: there >= reports && back >= reports,
    },
    none("reports that failed while the replica was there, went and was gone", asked + 2 * reports, failed),
    {
      what: "a warning at /api/health while it is gone",
      figure: warned ? "said" : "not said",
      goal: "said",
      passes: warned,
    },
  ];
}
