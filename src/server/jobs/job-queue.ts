import type { FunctionRow } from "../database/database-functions.ts";
import type { App } from "../kit.ts";

/** As the database names them: see due_jobs. */
export type JobQueueName =
  | "imports"
  | "exports"
  | "fhir_exports"
  | "webhook_deliveries"
  | "email_reminders"
  | "text_reminders"
  | "contact_messages"
  | "letters_with_link";

/** A row of a queue; `clinicId` is null for what belongs to no clinic. */
export type DueJob = Pick<FunctionRow<"dueJobs">, "clinicId" | "id">;

/** Resolves to "pause" when the next job of the queue would fail as well: it is taken later. */
export type Work = () => Promise<"pause" | undefined>;

/** Rows of one table that wait for work by any server process. The row says when it is due, and how often it was tried. */
export type JobQueue = {
  name: JobQueueName;
  /** How many jobs a process works on at a time. */
  atOnce: number;
  /** False while this process cannot work on any, as without a mail server. */
  isOpen?(app: App, now: Date): boolean;
  /**
   * Takes the row, so that no other process does until its lease ends, and returns what is to be done. Null when it is
   * not due any more.
   */
  take(app: App, due: DueJob, closing: AbortSignal): Promise<Work | null>;
};

/**
 * Works on the jobs of one queue in this process. One statement at a time asks for the next job: when the database hangs,
 * a second one would only occupy another connection.
 */
export class JobRunner {
  readonly queue: JobQueue;
  private readonly app: App;
  private readonly closing: AbortSignal;
  private readonly failed: (error: unknown) => void;
  private taking: Promise<void> = Promise.resolve();
  private isTaking = false;
  private isWoken = false;
  private readonly working = new Set<Promise<void>>();
  /** When a job was last taken, or the instant at which the process began to look. */
  lastTakenAt: Date;

  constructor(app: App, queue: JobQueue, closing: AbortSignal, failed: (error: unknown) => void) {
    this.app = app;
    this.queue = queue;
    this.closing = closing;
    this.failed = failed;
    this.lastTakenAt = app.kit.now();
  }

  /** Takes jobs until none is due, or one fails. */
  wake(): void {
    this.isWoken = true;
    if (!this.isTaking) this.taking = this.takeAll();
  }

  /** Resolves when nothing is being done. */
  async idle(): Promise<void> {
    while (this.isTaking || this.working.size > 0) await Promise.all([this.taking, ...this.working]);
  }

  get isWorking(): boolean {
    return this.working.size > 0;
  }

  get isOpen(): boolean {
    return this.queue.isOpen?.(this.app, this.app.kit.now()) ?? true;
  }

  private async takeAll(): Promise<void> {
    this.isTaking = true;
    try {
      while (this.isWoken) {
        this.isWoken = false;
        while (this.working.size < this.queue.atOnce) {
          const work = await this.takeNext();
          if (!work) break;
          this.start(work);
        }
      }
    } catch (error) {
      this.failed(error);
    } finally {
      this.isTaking = false;
    }
  }

  private async takeNext(): Promise<Work | null> {
    if (this.closing.aborted || !this.isOpen) return null;
    const { kit } = this.app;
    const due = await kit.databases.functions.rows("dueJobs", { queues: [this.queue.name], at: kit.now() });
    for (const job of due) {
      if (this.closing.aborted) return null;
      const work = await this.queue.take(this.app, job, this.closing);
      if (!work) continue;
      this.lastTakenAt = kit.now();
      return work;
    }
    return null;
  }

  private start(work: Work): void {
    const running = work()
      .then((outcome) => {
        this.working.delete(running);
        if (outcome !== "pause") this.wake();
      })
      .catch((error: unknown) => {
        this.working.delete(running);
        this.failed(error);
      });
    this.working.add(running);
  }
}

const never = new AbortController().signal;

/** Works on a queue until nothing is due. @throws what failed first */
export async function workQueue(app: App, queue: JobQueue, closing: AbortSignal = never): Promise<void> {
  const failures: unknown[] = [];
  const runner = new JobRunner(app, queue, closing, (error) => failures.push(error));
  runner.wake();
  await runner.idle();
  if (failures.length > 0) throw failures[0];
}
