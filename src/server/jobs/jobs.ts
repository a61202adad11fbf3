import { setTimeout as wait } from "node:timers/promises";
import { destroyRecords } from "../audit/destroy-records.ts";
import { HistoryHeads } from "../audit/history-heads.ts";
import { sealHistory } from "../audit/seal-history.ts";
import { sealLogs } from "../audit/seal-logs.ts";
import { replicaCheckIntervalMs } from "../database/driver/replica.ts";
import { watchReplica } from "../database/watch-replica.ts";
import type { App } from "../kit.ts";
import { mailLinks } from "../mail/mail-links.ts";
import { mailMessages } from "../mail/mail-messages.ts";
import { planReminders, sendReminders } from "../reminders/send-reminders.ts";
import { sweepUploads } from "../storage/sweep-uploads.ts";
import { watchScanner } from "../storage/virus-scan.ts";
import { watchDisk } from "../storage/watch-disk.ts";
import { watchStorage } from "../storage/watch-storage.ts";

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
  { name: "mail contact messages", everyMs: 15_000, run: (app, _now, closing) => mailMessages(app, closing) },
  { name: "plan reminders", everyMs: 300_000, isAtStart: true, run: planReminders },
  { name: "send reminders", everyMs: 30_000, run: (app, _now, closing) => sendReminders(app, closing) },
  // Frequent, since a user is waiting for the mail.
  { name: "mail links to accounts", everyMs: 5000, run: (app, _now, closing) => mailLinks(app, closing) },
];

/** How long a stop waits for running jobs. What one leaves unfinished is taken up when its lease expires. */
const ordinaryStopMs = 20_000;

/** `more` are the jobs of features. */
export function startJobs(app: App, more: readonly Job[] = [], stopMs = ordinaryStopMs): void {
  const all = [...jobs, ...more];
  const closing = new AbortController();
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
    ended = Promise.race([Promise.all(running), wait(stopMs, undefined, { ref: false })]);
  });
  app.addHook("onClose", () => ended);
}
