import { readFile } from "node:fs/promises";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Failure } from "#shared/errors.ts";
import { passwordWork } from "../auth/password.ts";
import { migrationFiles } from "../database/migration-files.ts";
import type { App } from "../kit.ts";
import { isOperator } from "./is-operator.ts";

/** Seconds: from an unchanged poll to the statement timeout. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/**
 * `/metrics` in Prometheus' text format, for clients with the token of METRICS. Labels are declared routes, status
 * classes, and names of jobs and folders: never ids, and nothing about a clinic, a user or a patient.
 */
export async function serveMetrics(app: App, token: string): Promise<void> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  timeRequests(app, registry);
  await addGauges(app, registry);
  app.get("/metrics", async (request, reply) => {
    if (!isOperator(request, token))
      throw new Failure("not_signed_in", "Send the token of METRICS as a bearer token.");
    return reply
      .type(registry.contentType)
      .header("cache-control", "no-store")
      .send(await registry.metrics());
  });
}

function timeRequests(app: App, registry: Registry): void {
  const registers = [registry];
  const inFlight = new Gauge({
    name: "klinika_requests_in_flight",
    help: "Requests in flight.",
    registers,
  });
  const duration = new Histogram({
    name: "klinika_request_seconds",
    help: "Time from the arrival of a request to the end of its response.",
    labelNames: ["method", "route", "status"],
    buckets: durations,
    registers,
  });
  app.addHook("onRequest", async () => {
    inFlight.inc();
  });
  app.addHook("onResponse", async ({ method, routeOptions: { url } }, reply) => {
    inFlight.dec();
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const isApi = url?.startsWith("/api/") === true;
    // All pages and their files share a label; so do unknown paths, by any method.
    duration.observe(
      isApi ? { method, route: url, status } : { method: "any", route: "screens", status },
      reply.elapsedTime / 1000,
    );
  });
}

async function addGauges({ kit }: App, registry: Registry): Promise<void> {
  type Values = [labels: Record<string, string>, value: number][];
  const gauge = (name: string, help: string, find: () => Values | Promise<Values>) => {
    new Gauge({
      name: `klinika_${name}`,
      help,
      labelNames: ["state", "job", "queue", "folder"],
      registers: [registry],
      async collect() {
        this.reset();
        for (const [labels, value] of await find()) this.set(labels, value);
      },
    });
  };

  gauge("database_connections", "Connections of this process to PostgreSQL.", () => {
    const { open, idle } = kit.databases.connections();
    return [
      [{ state: "in use" }, open - idle],
      [{ state: "idle" }, idle],
    ];
  });
  gauge("database_waiting", "Requests that wait for a connection.", () => [
    [{}, kit.databases.connections().waiting],
  ]);
  gauge("password_checks", "Passwords being hashed or checked, and those in the queue.", () => {
    const { running, waiting } = passwordWork();
    return [
      [{ state: "running" }, running],
      [{ state: "waiting" }, waiting],
    ];
  });
  gauge("event_loop_delay_seconds", "How late the event loop was in the last minute or two.", () => {
    const delay = kit.eventLoop?.delay();
    if (!delay) return [];
    return [
      [{ state: "p99" }, delay.p99 / 1000],
      [{ state: "max" }, delay.max / 1000],
    ];
  });
  gauge("job_last_success_timestamp_seconds", "When the job last succeeded.", () =>
    [...kit.metricValues.jobs].map(([job, { at }]) => [{ job }, at.getTime() / 1000]),
  );
  gauge("job_last_seconds", "How long that run took.", () =>
    [...kit.metricValues.jobs].map(([job, { seconds }]) => [{ job }, seconds]),
  );
  gauge("jobs_due", "Jobs that were due when this process last looked, at most 20 of a queue.", () =>
    [...kit.metricValues.queues].map(([queue, due]) => [{ queue }, due]),
  );
  gauge("backup_timestamp_seconds", "When the newest complete backup in BACKUP_FOLDER was made.", () => {
    const { lastBackupAt } = kit.metricValues;
    return lastBackupAt === null ? [] : [[{}, lastBackupAt.getTime() / 1000]];
  });
  gauge("disk_free_bytes", "Free space on the disks of DATA_DIR and BACKUP_FOLDER.", async () => {
    const folders = { data: kit.settings.dataDir, backups: kit.settings.backupFolder };
    const values: Values = [];
    for (const [folder, path] of Object.entries(folders)) {
      const room = path === null ? null : await kit.roomOf(path);
      if (room) values.push([{ folder }, room.free]);
    }
    return values;
  });
  gauge("warnings", "Warnings at /api/health.", () => [[{}, kit.warnings.list().length]]);
  gauge("mail_waiting", "Messages waiting to be mailed.", async () => {
    if (!kit.mail) return [];
    // The other metrics are served even without the database.
    const count = await kit.databases.functions
      .value("countMessagesToMail", { at: kit.now() })
      .catch(() => null);
    return count === null ? [] : [[{}, count]];
  });

  const { version } = JSON.parse(
    await readFile(new URL("../../../package.json", import.meta.url), "utf8"),
  ) as {
    version: string;
  };
  const migration = (await migrationFiles()).at(-1)?.name.replace(/\.sql$/, "") ?? "";
  new Gauge({
    name: "klinika_build_info",
    help: "The running version, and its newest migration.",
    labelNames: ["version", "migration"],
    registers: [registry],
  }).set({ version, migration }, 1);
}
