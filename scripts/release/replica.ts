import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { addPatient } from "#features/patients/contract.ts";
import { analytics } from "#features/reports/contract.ts";
import { withClient } from "#server/database/with-client.ts";
import type { Stage } from "#test/app.ts";
import { aClinic } from "#test/data/factories.ts";
import { type EnvironmentSource, openStage } from "#test/harness/environment.ts";
import { atMost, type Figure, none, verdict } from "#test/harness/figure.ts";
import { HttpClient } from "#test/harness/http-client.ts";
import { stopWhenInterrupted } from "#test/harness/interrupted.ts";
import { openPostgres } from "#test/harness/postgres.ts";
import { startServer } from "#test/harness/server.ts";
import { percentile } from "#test/harness/statistics.ts";
import { atOnce } from "#test/safety/races.ts";
import { copyAsReplica, ReplicaPostgres } from "#test/servers/replica-postgres.ts";

/** Two checks of the replica and a little more. */
const noticedAfterMs = 6000;

/** How long it takes until the replica has what was just saved, in milliseconds. */
const lags = (stage: Stage, token: string, replicaUrl: string, times: number): Promise<number[]> =>
  withClient(replicaUrl, async (client) => {
    const found: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const body = {
        admissionNo: `L${n}`,
        hospital: "Makati Medical Center",
        patientName: `Lag, ${n}`,
        sex: "F",
      };
      await stage.call(addPatient, token, { body });
      const saved = performance.now();
      const isThere = async () =>
        (await client.query("select 1 from patients where admission_no = $1", [`L${n}`])).rowCount === 1;
      while (!(await isThere()));
      found.push(performance.now() - saved);
    }
    return found;
  });

/** Of METRICS, for the warnings. */
const secret = "a-secret-of-the-measurement";

/** A primary and a streaming replica; test/replica.release.test.ts tests which one is read. */
export async function proveReplica({ many }: EnvironmentSource): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-replica-"));
  await using toClose = new AsyncDisposableStack();
  const isClosed = stopWhenInterrupted(() => toClose.disposeAsync());
  toClose.defer(async () => isClosed());
  toClose.defer(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "primary");
  const primary = await openPostgres(dataDir);
  toClose.defer(() => primary.stop());
  await copyAsReplica({ dataDir, url: primary.url }, join(folder, "replica"));
  const replica = await ReplicaPostgres.open(join(folder, "replica"));
  toClose.defer(() => replica.close());
  const server = await startServer({
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    METRICS: secret,
  });
  toClose.defer(() => server.stop());
  const client = new HttpClient(new URL(server.origin));
  toClose.defer(async () => client.close());
  const { stage, close } = openStage(primary.url, () => client);
  toClose.defer(close);
  const { owner } = await aClinic(stage);
  const lag = percentile(await lags(stage, owner.token, replica.url, Math.max(10, many(500))), 0.99);

  await wait(noticedAfterMs);
  const failed: string[] = [];
  let asked = 0;
  const ask = async () => {
    asked += 1;
    const answer = await stage.call(analytics, owner.token).catch((error: unknown) => String(error));
    if (typeof answer === "string") failed.push(`report ${asked}: ${answer}`);
    else if (answer.statusCode !== 200) failed.push(`report ${asked}: ${answer.statusCode} ${answer.body}`);
  };
  // The replica stops during reports, and starts again.
  let isOver = false;
  const asking = atOnce(4, 4, async () => {
    while (!isOver) await ask();
  });
  await wait(500);
  await replica.stop();
  await wait(noticedAfterMs);
  const health = (
    await client.send({
      method: "GET",
      url: "/api/health",
      headers: { authorization: `Bearer ${secret}` },
    })
  ).json();
  await replica.start();
  await wait(noticedAfterMs);
  isOver = true;
  await asking;
  const isSaid = health.warnings?.some(({ code }: { code: string }) => code === "replica_unused") ?? false;
  return [
    atMost("replication delay of a saved patient, p99", lag, 1000, " ms", 0),
    none("reports that failed while the replica ran, stopped and was down", asked, failed),
    verdict("a warning at /api/health while it is down", isSaid ? "said" : "not said", "said", isSaid),
  ];
}
