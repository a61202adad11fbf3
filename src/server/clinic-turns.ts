import type { Failure } from "#shared/errors.ts";

type Limits = {
  /** Parallel tasks; one per clinic. */
  places: number;
  /** Milliseconds of waiting for a place. */
  waiting: number;
  /** How many wait, of all clinics and of one. */
  queue: number;
  queuePerClinic: number;
  /** Milliseconds of wasted work within a minute, after which a clinic is refused for a minute. */
  wasted: number;
};

type Refusals = {
  busy: () => Failure;
  /** The clinic has wasted too much. */
  resting: (seconds: number) => Failure;
};

type Waiting = { clinicId: number; start: () => void; refuse: (failure: Failure) => void };

/** What a clinic used in the minute that began at `since`, in milliseconds. */
type Use = { since: number; used: number; wasted: number; restsUntil: number };

const MINUTE = 60_000;
/** Clinics that are remembered before those of earlier minutes are dropped. */
const REMEMBERED = 1000;

/**
 * Shares a few places among clinics. A free place goes to the waiting clinic that used the least time in the last
 * minute, and a full queue drops the newest task of the clinic with the most. So a clinic that floods the queue
 * delays itself.
 */
export class ClinicTurns {
  private readonly limits: Limits;
  private readonly refusals: Refusals;
  private readonly running = new Set<number>();
  private waiting: Waiting[] = [];
  private readonly uses = new Map<number, Use>();

  constructor(limits: Limits, refusals: Refusals) {
    this.limits = limits;
    this.refusals = refusals;
  }

  /**
   * @param isWasted whether work that failed so had run until its limit
   * @throws Failure busy when too many wait or for too long, resting when the clinic has wasted too much
   */
  async run<T>(clinicId: number, work: () => Promise<T>, isWasted: (error: unknown) => boolean): Promise<T> {
    await this.turnOf(clinicId);
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

  private turnOf(clinicId: number): Promise<void> {
    const rest = this.lastMinuteOf(clinicId).restsUntil - performance.now();
    if (rest > 0) return Promise.reject(this.refusals.resting(Math.ceil(rest / 1000)));
    if (this.isFree(clinicId)) {
      this.running.add(clinicId);
      return Promise.resolve();
    }
    if (this.waitingOf(clinicId).length >= this.limits.queuePerClinic || !this.makeRoomFor(clinicId))
      return Promise.reject(this.refusals.busy());
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        clinicId,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (failure) => {
          clearTimeout(timer);
          this.waiting = this.waiting.filter((other) => other !== one);
          reject(failure);
        },
      };
      const timer = setTimeout(() => one.refuse(this.refusals.busy()), this.limits.waiting);
      this.waiting.push(one);
    });
  }

  private waitingOf(clinicId: number): Waiting[] {
    return this.waiting.filter((one) => one.clinicId === clinicId);
  }

  /** In a full queue a clinic displaces another one's task only while that one keeps at least as many. */
  private makeRoomFor(clinicId: number): boolean {
    if (this.waiting.length < this.limits.queue) return true;
    const [first, ...others] = Map.groupBy(this.waiting, (one) => one.clinicId).values();
    if (!first) return false;
    const most = others.reduce((most, one) => (one.length > most.length ? one : most), first);
    if (this.waitingOf(clinicId).length + 1 >= most.length) return false;
    most.at(-1)?.refuse(this.refusals.busy());
    return true;
  }

  private isFree(clinicId: number): boolean {
    return this.running.size < this.limits.places && !this.running.has(clinicId);
  }

  private startNext(): void {
    let next: Waiting | undefined;
    for (const one of this.waiting)
      if (
        this.isFree(one.clinicId) &&
        (!next || this.lastMinuteOf(one.clinicId).used < this.lastMinuteOf(next.clinicId).used)
      )
        next = one;
    if (!next) return;
    this.waiting = this.waiting.filter((one) => one !== next);
    this.running.add(next.clinicId);
    next.start();
  }

  private count(clinicId: number, milliseconds: number, isWasted: boolean): void {
    const use = this.lastMinuteOf(clinicId);
    this.uses.set(clinicId, use);
    use.used += milliseconds;
    if (isWasted) use.wasted += milliseconds;
    if (use.wasted >= this.limits.wasted) {
      use.wasted = 0;
      use.restsUntil = performance.now() + MINUTE;
      for (const one of this.waitingOf(clinicId)) one.refuse(this.refusals.resting(MINUTE / 1000));
    }
    if (this.uses.size > REMEMBERED)
      for (const [id, other] of this.uses) if (isOver(other)) this.uses.delete(id);
  }

  private lastMinuteOf(clinicId: number): Use {
    const use = this.uses.get(clinicId);
    if (use && !isOver(use)) return use;
    const restsUntil = use?.restsUntil ?? 0;
    return { since: performance.now(), used: 0, wasted: 0, restsUntil };
  }
}

const isOver = ({ since, restsUntil }: Use) => Math.max(since + MINUTE, restsUntil) < performance.now();
