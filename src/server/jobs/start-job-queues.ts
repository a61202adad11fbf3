import type { App } from "../kit.ts";
import { type JobQueue, JobRunner } from "./job-queue.ts";

/** Of the notifications that a queue has work; the payload is its name. See tell_of_job. */
const CHANNEL = "klinika_jobs";

/** Work that nothing was done of for so long makes a warning. */
const LATE_AFTER = 15 * 60_000;

/**
 * Works on all queues in this process: at once when the database tells of a job, and when `poll` finds one that is due
 * again, was left by another process, or of which a notification was lost.
 */
export function startJobQueues(
  app: App,
  queues: readonly JobQueue[],
  closing: AbortSignal,
): { poll(): Promise<void>; idle(): Promise<void>; close(): Promise<void> } {
  const { databases, metricValues, warnings } = app.kit;
  const runners = queues.map(
    (queue) =>
      new JobRunner(app, queue, closing, (error) =>
        app.log.error({ err: error, queue: queue.name }, "job failed"),
      ),
  );
  const listener = databases.listener(CHANNEL, (name) =>
    runners.find(({ queue }) => queue.name === name)?.wake(),
  );
  let cannotListen: string | null = null;
  const listen = async () => {
    const problem = await listener.connect().then(
      () => null,
      (error: unknown) => String(error),
    );
    if (problem !== null && cannotListen === null)
      app.log.warn({ reason: problem }, "jobs begin up to ten seconds late: no notifications are heard");
    cannotListen = problem;
  };
  const lateSince = new Map<string, Date>();
  const look = async () => {
    const at = app.kit.now();
    const open = runners.filter(({ isOpen }) => isOpen);
    await listen();
    const due = await databases.functions.rows("dueJobs", {
      queues: open.map(({ queue }) => queue.name),
      at,
    });
    for (const runner of runners) {
      const { name } = runner.queue;
      const waiting = due.filter(({ queue }) => queue === name).length;
      metricValues.queues.set(name, waiting);
      if (waiting > 0) runner.wake();
      const isMoving = runner.isWorking || runner.lastTakenAt > (lateSince.get(name) ?? at);
      if (waiting === 0 || isMoving) lateSince.delete(name);
      else if (!lateSince.has(name)) lateSince.set(name, at);
    }
    const late = [...lateSince].filter(([, since]) => at.getTime() - since.getTime() > LATE_AFTER);
    warnings.set("jobs_late", late.length > 0, { queues: late.map(([name]) => name) });
  };
  let isLooking = false;
  return {
    async poll() {
      // While the database hangs, another look would only occupy another connection.
      if (isLooking) return;
      isLooking = true;
      await look().finally(() => {
        isLooking = false;
      });
    },
    async idle() {
      for (const runner of runners) await runner.idle();
    },
    close: () => listener.close(),
  };
}
