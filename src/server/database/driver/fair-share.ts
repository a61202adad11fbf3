import { Failure } from "#shared/errors.ts";

/** Milliseconds that a request waits for its turn, as it would for a connection. */
const patience = 10_000;
/** Per clinic; further ones are refused immediately. */
const mostWaiting = 300;

/** A quick read counts as this part of a connection. */
const quickReads = 4;

/**
 * A waiting request, and what it needs: a clinic, or null for reads that share a connection among clinics. Such a
 * read belongs to one clinic; it counts as quick if its statement was quick lately.
 */
type Turn = {
  clinicId: number | null;
  use: "connection" | "read" | "quick read";
  /** Where the clinic lies, on a cluster: each statement for it has a connection of its own. */
  machine?: number | null;
};
type Waiting = Turn & { start: () => void };

/**
 * Divides a connection pool among clinics. Each clinic has a maximum of connections in use, where a read on a
 * shared connection counts as one and a quick read as a quarter. All clinics together leave some to queries without
 * a clinic (sessions, sign-in, health). The next free one goes to the clinic with the fewest. So slow requests only
 * delay their own clinic. On a cluster the clinics of one machine leave some to those of the others: one that hangs only
 * delays its own clinics.
 */
export class FairShare {
  private readonly all: number;
  /** In quarters of a connection, as are the counts of clinics at work. */
  private readonly share: number;
  /** Connections for one machine of a cluster. */
  private readonly ofMachine: number;
  private connections = 0;
  private readonly atWork = new Map<number | null, number>();
  private readonly atMachine = new Map<number, number>();
  private readonly waiting = new Map<number | null, Waiting[]>();

  constructor(poolSize: number) {
    const left = poolSize < 3 ? 0 : poolSize < 8 ? 1 : 2;
    this.all = Math.max(1, poolSize - left);
    this.share = Math.max(1, Math.ceil(poolSize * 0.4)) * quickReads;
    this.ofMachine = Math.max(1, Math.ceil(this.all * 0.6));
  }

  /**
   * Does the work when it is the clinic's turn.
   * @throws Failure busy when too many wait, or for too long; database_unavailable when it was for a machine
   */
  async inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    await this.take(turn);
    try {
      return await work();
    } finally {
      this.give(turn);
    }
  }

  /** Ends when it is the clinic's turn, which lasts until `give`. @throws as `inTurn` */
  take(turn: Turn): Promise<void> {
    if (this.mayStart(turn)) {
      this.add(turn, 1);
      return started;
    }
    const before = this.waiting.get(turn.clinicId) ?? [];
    if (before.length >= mostWaiting) return Promise.reject(busy());
    this.waiting.set(turn.clinicId, before);
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        ...turn,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.leave(one);
        reject(this.isFull(one.machine) ? tookTooLong() : busy());
      }, patience);
      before.push(one);
    });
  }

  give(turn: Turn): void {
    this.add(turn, -1);
    for (let next = this.next(); next; next = this.next()) {
      this.leave(next);
      this.add(next, 1);
      next.start();
    }
  }

  private mayStart({ clinicId, use, machine }: Turn): boolean {
    if (this.isFull(machine)) return false;
    return (
      (use !== "connection" || this.connections < this.all) &&
      (clinicId === null || this.count(clinicId) + weightOf(use) <= this.share)
    );
  }

  private isFull(machine: number | null = null): boolean {
    return machine !== null && (this.atMachine.get(machine) ?? 0) >= this.ofMachine;
  }

  private next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const [clinicId, [first]] of this.waiting)
      if (first && this.mayStart(first) && (!next || this.count(clinicId) < this.count(next.clinicId)))
        next = first;
    return next;
  }

  private leave(one: Waiting): void {
    const others = this.waiting.get(one.clinicId)?.filter((other) => other !== one) ?? [];
    if (others.length > 0) this.waiting.set(one.clinicId, others);
    else this.waiting.delete(one.clinicId);
  }

  private count(clinicId: number | null): number {
    return this.atWork.get(clinicId) ?? 0;
  }

  private add({ clinicId, use, machine = null }: Turn, change: 1 | -1): void {
    if (machine !== null) this.atMachine.set(machine, (this.atMachine.get(machine) ?? 0) + change);
    if (use === "connection") this.connections += change;
    const count = this.count(clinicId) + change * weightOf(use);
    if (count > 0) this.atWork.set(clinicId, count);
    else this.atWork.delete(clinicId);
  }
}

const weightOf = (use: Turn["use"]) => (use === "quick read" ? 1 : quickReads);

const started = Promise.resolve();

const tookTooLong = () =>
  new Failure("database_unavailable", "This took too long. Please try again in a moment.", {}, 10);

const busy = () =>
  new Failure("busy", "Your clinic has many requests under way. Please try again in a few seconds.", {}, 5);
