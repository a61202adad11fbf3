import { Failure } from "#shared/errors.ts";

/** Milliseconds that a request waits for its clinic's turn, as it would for a connection. */
const patience = 10_000;
/** Of one clinic; what comes beyond is refused at once. */
const mostWaiting = 300;

type Waiting = { clinicId: number; start: () => void };

/**
 * Divides a pool of connections among clinics: one clinic has at most its share in use, all of them together leave some to
 * what belongs to no clinic (sessions, signing in, health), and the next one that is free goes to the clinic that has the
 * fewest. So requests that take long keep only their own clinic waiting.
 */
export class FairShare {
  private readonly all: number;
  private readonly share: number;
  private inUse = 0;
  private readonly inUseOf = new Map<number, number>();
  private waiting: Waiting[] = [];

  constructor(poolSize: number) {
    const left = poolSize < 3 ? 0 : poolSize < 8 ? 1 : 2;
    this.all = Math.max(1, poolSize - left);
    this.share = Math.max(1, Math.ceil(poolSize * 0.4));
  }

  /**
   * Ends when the clinic may use one more connection, until `give`.
   * @throws Failure busy when too many wait, or for too long
   */
  take(clinicId: number): Promise<void> {
    if (this.mayHave(clinicId)) {
      this.add(clinicId, 1);
      return Promise.resolve();
    }
    if (this.waiting.filter((one) => one.clinicId === clinicId).length >= mostWaiting)
      return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        clinicId,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== one);
        reject(busy());
      }, patience);
      this.waiting.push(one);
    });
  }

  give(clinicId: number): void {
    this.add(clinicId, -1);
    const next = this.next();
    if (!next) return;
    this.waiting = this.waiting.filter((other) => other !== next);
    this.add(next.clinicId, 1);
    next.start();
  }

  isBelowShare(clinicId: number): boolean {
    return this.of(clinicId) < this.share;
  }

  private mayHave(clinicId: number): boolean {
    return this.inUse < this.all && this.isBelowShare(clinicId);
  }

  private next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const one of this.waiting)
      if (this.mayHave(one.clinicId) && (!next || this.of(one.clinicId) < this.of(next.clinicId))) next = one;
    return next;
  }

  private of(clinicId: number): number {
    return this.inUseOf.get(clinicId) ?? 0;
  }

  private add(clinicId: number, change: 1 | -1): void {
    const count = this.of(clinicId) + change;
    this.inUse += change;
    if (count > 0) this.inUseOf.set(clinicId, count);
    else this.inUseOf.delete(clinicId);
  }
}

const busy = () =>
  new Failure("busy", "Your clinic has many requests under way. Please try again in a few seconds.", {}, 5);
