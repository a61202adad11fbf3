import type { Failure } from "#shared/errors.ts";

type Limits = {
  /** Parallel tasks; one per clinic. */
  concurrency: number;
  queueTimeoutMs: number;
  maxQueued: number;
  maxQueuedPerClinic: number;
  /** Wasted work within a minute, after which a clinic is refused for a minute. */
  maxWastedMs: number;
};

type Refusals = {
  busy: () => Failure;
  /** The clinic has wasted too much. */
  suspended: (seconds: number) => Failure;
};

type Task = { clinicId: number; start: () => void; refuse: (failure: Failure) => void };

/** Milliseconds that a clinic used in the minute that began at `since`. */
type Usage = { since: number; used: number; wasted: number; suspendedUntil: number };

const MINUTE = 60_000;
/** Clinics to store before those of earlier minutes are removed. */
const MAX_CLINICS = 1000;

/**
 * Limits expensive tasks and divides them among clinics. A free slot goes to the queued clinic that used the least time in the last
 * minute, and a full queue drops the newest task of the clinic with the most. So a clinic that floods the queue
 * delays itself.
 */
export class ClinicQueue {
  private readonly limits: Limits;
  private readonly refusals: Refusals;
  private readonly running = new Set<number>();
  private queue: Task[] = [];
  private readonly usage = new Map<number, Usage>();

  constructor(limits: Limits, refusals: Refusals) {
    this.limits = limits;
    this.refusals = refusals;
  }

  /**
   * @param isWasted whether this error means that the work ran into its time limit
   * @throws Failure busy when too many wait or for too long, suspended when the clinic has wasted too much
   */
  async run<T>(clinicId: number, work: () => Promise<T>, isWasted: (error: unknown) => boolean): Promise<T> {
    await this.waitForSlot(clinicId);
    const startedAt = performance.now();
    let wasted = false;
    try {
      return await work();
    } catch (error) {
      wasted = isWasted(error);
      throw error;
    } finally {
      this.running.delete(clinicId);
      this.count(clinicId, performance.now() - startedAt, wasted);
      this.startNext();
    }
  }

  private waitForSlot(clinicId: number): Promise<void> {
    const remaining = this.lastMinuteOf(clinicId).suspendedUntil - performance.now();
    if (remaining > 0) return Promise.reject(this.refusals.suspended(Math.ceil(remaining / 1000)));
    if (this.isFree(clinicId)) {
      this.running.add(clinicId);
      return Promise.resolve();
    }
    if (this.queuedOf(clinicId).length >= this.limits.maxQueuedPerClinic || !this.makeRoom(clinicId))
      return Promise.reject(this.refusals.busy());
    return new Promise((resolve, reject) => {
      const one: Task = {
        clinicId,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (failure) => {
          clearTimeout(timer);
          this.queue = this.queue.filter((other) => other !== one);
          reject(failure);
        },
      };
      const timer = setTimeout(() => one.refuse(this.refusals.busy()), this.limits.queueTimeoutMs);
      this.queue.push(one);
    });
  }

  private queuedOf(clinicId: number): Task[] {
    return this.queue.filter((one) => one.clinicId === clinicId);
  }

  /** In a full queue a clinic displaces a task of the clinic with the most, if that one then still has at least as many. */
  private makeRoom(clinicId: number): boolean {
    if (this.queue.length < this.limits.maxQueued) return true;
    const [first, ...others] = Map.groupBy(this.queue, (one) => one.clinicId).values();
    if (!first) return false;
    const most = others.reduce((most, one) => (one.length > most.length ? one : most), first);
    if (this.queuedOf(clinicId).length + 1 >= most.length) return false;
    most.at(-1)?.refuse(this.refusals.busy());
    return true;
  }

  private isFree(clinicId: number): boolean {
    return this.running.size < this.limits.concurrency && !this.running.has(clinicId);
  }

  private startNext(): void {
    let next: Task | undefined;
    for (const one of this.queue)
      if (
        this.isFree(one.clinicId) &&
        (!next || this.lastMinuteOf(one.clinicId).used < this.lastMinuteOf(next.clinicId).used)
      )
        next = one;
    if (!next) return;
    this.queue = this.queue.filter((one) => one !== next);
    this.running.add(next.clinicId);
    next.start();
  }

  private count(clinicId: number, milliseconds: number, isWasted: boolean): void {
    const use = this.lastMinuteOf(clinicId);
    this.usage.set(clinicId, use);
    use.used += milliseconds;
    if (isWasted) use.wasted += milliseconds;
    if (use.wasted >= this.limits.maxWastedMs) {
      use.wasted = 0;
      use.suspendedUntil = performance.now() + MINUTE;
      for (const one of this.queuedOf(clinicId)) one.refuse(this.refusals.suspended(MINUTE / 1000));
    }
    if (this.usage.size > MAX_CLINICS)
      for (const [id, other] of this.usage) if (isOver(other)) this.usage.delete(id);
  }

  private lastMinuteOf(clinicId: number): Usage {
    const use = this.usage.get(clinicId);
    if (use && !isOver(use)) return use;
    const suspendedUntil = use?.suspendedUntil ?? 0;
    return { since: performance.now(), used: 0, wasted: 0, suspendedUntil };
  }
}

const isOver = ({ since, suspendedUntil }: Usage) =>
  Math.max(since + MINUTE, suspendedUntil) < performance.now();
