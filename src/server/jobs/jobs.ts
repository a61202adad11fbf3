import { setTimeout as wait } from "node:timers/promises";
import { destroyRecords } from "../audit/destroy-records.ts";
import { HistoryHeads } from "../audit/history-heads.ts";
import { sealHistory } from "../audit/seal-history.ts";
import { sealLogs } from "../audit/seal-logs.ts";
import { replicaCheckIntervalMs } from "../database/driver/replica.ts";
import { watchReplica } from "../database/watch-replica.ts";
import type { App } from "../kit.ts";
import { letterQueue } from "../mail/mail-links.ts";
import { messageQueue } from "../mail/mail-messages.ts";
import { planReminders } from "../reminders/plan-reminders.ts";
import { reminderQueues } from "../reminders/send-reminders.ts";
import { sweepUploads } from "../storage/sweep-uploads.ts";
import { watchScanner } from "../storage/virus-scan.ts";
import { watchDisk } from "../storage/watch-disk.ts";
import { watchStorage } from "../storage/watch-storage.ts";
import type { JobQueue } from "./job-queue.ts";
import { startJobQueues } from "./start-job-queues.ts";

export type Job = {
  name: string;
  everyMs: number;
  /** Runs once more when the server starts. */
  isAtStart?: true;
  /** `closing` is aborted when the server stops: finish running work, start nothing new. */
  run: (app: App, now: Date, closing?: AbortSignal) => Promise<unknown>;
};

/** Each job takes its own lock in the database, so that two servers do not run it twice. */
export const jobs: Job[] = [
  {
    name: "seal record history",
    everyMs: 60_000,
    // A minute's grace, since a transaction that is still running may have smaller ids.
    run: (app, now, closing) =>
      sealHistory(
        app.kit.databases.functions,
        new Date(now.getTime() - 60_000),
        closing,
        new HistoryHeads(app.kit.settings.dataDir),
      ),
  },
  {
    name: "seal sign-ins and the console log",
    everyMs: 60_000,
    run: (app, now, closing) =>
      sealLogs(
        app.kit.databases.functions,
        new Date(now.getTime() - 60_000),
        new HistoryHeads(app.kit.settings.dataDir),
        closing,
      ),
  },
  {
    name: "sweep what has expired",
    everyMs: 3_600_000,
    run: (app, now) => app.kit.databases.functions.value("sweepExpired", { at: now }),
  },
  {
    name: "sweep old sign-ins",
    everyMs: 24 * 3_600_000,
    isAtStart: true,
    run: (app, now) => app.kit.databases.functions.value("sweepSignIns", { at: now }),
  },
  {
    name: "sweep the old console log",
    everyMs: 24 * 3_600_000,
    isAtStart: true,
    run: (app, now) => app.kit.databases.functions.value("sweepConsoleLog", { at: now }),
  },
  {
    name: "sweep second factors",
    everyMs: 3_600_000,
    run: (app, now) => app.kit.databases.functions.value("sweepSecondFactors", { at: now }),
  },
  {
    name: "tell what is due",
    everyMs: 600_000,
    run: (app, now) => app.kit.databases.functions.value("tellWhatIsDue", { at: now }),
  },
  {
    name: "tell which tasks are due",
    everyMs: 600_000,
    run: (app, now) => app.kit.databases.functions.value("tellTasksDue", { at: now }),
  },
  { name: "store how much clinics wrote", everyMs: 60_000, run: (app) => app.kit.written.storeAll() },
  { name: "sweep uploads nobody took", everyMs: 3_600_000, run: sweepUploads },
  { name: "destroy records after their retention", everyMs: 3_600_000, run: destroyRecords },
  { name: "watch the disk", everyMs: 600_000, isAtStart: true, run: watchDisk },
  { name: "watch the replica", everyMs: replicaCheckIntervalMs, isAtStart: true, run: watchReplica },
  { name: "watch the file store", everyMs: 120_000, run: watchStorage },
  { name: "watch the virus scanner", everyMs: 60_000, isAtStart: true, run: watchScanner },
  { name: "plan reminders", everyMs: 300_000, isAtStart: true, run: planReminders },
];

/** How often a process looks for work of which it was not told: what is due again, or was left by another process. */
export const POLL_MS = 10_000;

/** Those of features are beside them. */
const ownQueues: JobQueue[] = [messageQueue, letterQueue, ...reminderQueues];

/** How long a stop waits for running jobs. What one leaves unfinished is taken up when its lease expires. */
const ordinaryStopMs = 20_000;

/** `more` and `queues` are those of features. */
export function startJobs(
  app: App,
  {
    more = [],
    queues = [],
    stopMs = ordinaryStopMs,
  }: { more?: readonly Job[]; queues?: readonly JobQueue[]; stopMs?: number },
): void {
  const closing = new AbortController();
  const { poll, idle, close } = startJobQueues(app, [...ownQueues, ...queues], closing.signal);
  const all: Job[] = [
    ...jobs,
    ...more,
    { name: "look for due work", everyMs: POLL_MS, isAtStart: true, run: poll },
  ];
  const running = new Set<Promise<unknown>>();
  const start = (job: Job) => {
    const began = performance.now();
    const run = job
      .run(app, app.kit.now(), closing.signal)
      .then(() => {
        const seconds = (performance.now() - began) / 1000;
        app.kit.metricValues.jobs.set(job.name, { at: app.kit.now(), seconds });
      })
      .catch((error: unknown) => app.log.error({ err: error, job: job.name }, "job failed"))
      .finally(() => running.delete(run));
    running.add(run);
  };
  const timers = all.map((job) => setInterval(start, job.everyMs, job));
  for (const job of all) if (job.isAtStart) start(job);
  let ended: Promise<unknown> = Promise.resolve();
  // Running requests and running jobs finish at the same time.
  app.addHook("preClose", async () => {
    for (const timer of timers) clearInterval(timer);
    closing.abort();
    ended = Promise.race([
      Promise.all([...running, idle(), close()]),
      wait(stopMs, undefined, { ref: false }),
    ]);
  });
  app.addHook("onClose", () => ended);
}
