import { Failure } from "#shared/errors.ts";

/** As long as a request waits for a connection. */
const queueTimeoutMs = 10_000;
/** As long as it waits while its node is full: longer than writes pause at the end of a shard's move. */
const fullNodeTimeoutMs = 4000;
/** Per clinic; further ones are refused immediately. */
const maxQueued = 300;

/** So many quick reads count as one connection. */
const quickReads = 4;

/**
 * What a request needs. `clinicId` is null for the connection that reads of several clinics share; each of these reads
 * counts for its own clinic, as quick if its statement was quick lately.
 */
type SlotRequest = {
  clinicId: number | null;
  use: "connection" | "read" | "quick read";
  /** The clinic's node, on a cluster: each statement for it uses a connection to that node. */
  node?: number | null;
};
type QueuedRequest = SlotRequest & { start: () => void };

/**
 * Divides a connection pool among clinics. Each clinic has a maximum of connections in use, where a read on a
 * shared connection counts as one and a quick read as a quarter. All clinics together leave some to queries without
 * a clinic (sessions, sign-in, health). The next free one goes to the clinic with the fewest. So slow requests only
 * delay their own clinic. On a cluster the clinics of one node leave some to those of the others, so a node that hangs
 * only delays its own clinics.
 */
export class FairShare {
  private readonly totalLimit: number;
  /** In quarters of a connection, as `clinicUse`. */
  private readonly clinicLimit: number;
  /** Connections for one node of a cluster. */
  private readonly nodeLimit: number;
  private connections = 0;
  private readonly clinicUse = new Map<number | null, number>();
  private readonly nodeUse = new Map<number, number>();
  private readonly queues = new Map<number | null, QueuedRequest[]>();

  constructor(poolSize: number) {
    const reserved = poolSize < 3 ? 0 : poolSize < 8 ? 1 : 2;
    this.totalLimit = Math.max(1, poolSize - reserved);
    this.clinicLimit = Math.max(1, Math.ceil(poolSize * 0.4)) * quickReads;
    this.nodeLimit = Math.max(1, Math.ceil(this.totalLimit * 0.6));
  }

  /**
   * Runs the work once a slot is free.
   * @throws Failure busy when too many requests are queued, or for too long; database_unavailable when the node is full
   */
  async run<T>(request: SlotRequest, work: () => Promise<T>): Promise<T> {
    await this.acquire(request);
    try {
      return await work();
    } finally {
      this.release(request);
    }
  }

  /** Resolves once a slot is free; the caller must `release` it. @throws as `run` */
  acquire(request: SlotRequest): Promise<void> {
    if (this.mayStart(request)) {
      this.add(request, 1);
      return started;
    }
    const queue = this.queues.get(request.clinicId) ?? [];
    if (queue.length >= maxQueued) return Promise.reject(busy());
    this.queues.set(request.clinicId, queue);
    return new Promise((resolve, reject) => {
      const queued: QueuedRequest = {
        ...request,
        start: () => {
          for (const timer of timers) clearTimeout(timer);
          resolve();
        },
      };
      const giveUp = (failure: Failure) => {
        for (const timer of timers) clearTimeout(timer);
        this.dequeue(queued);
        reject(failure);
      };
      const isNodeFull = () => this.isFull(queued.node);
      const timers = [
        setTimeout(() => isNodeFull() && giveUp(tookTooLong()), fullNodeTimeoutMs),
        setTimeout(() => giveUp(isNodeFull() ? tookTooLong() : busy()), queueTimeoutMs),
      ];
      queue.push(queued);
    });
  }

  release(request: SlotRequest): void {
    this.add(request, -1);
    for (let next = this.next(); next; next = this.next()) {
      this.dequeue(next);
      this.add(next, 1);
      next.start();
    }
  }

  private mayStart({ clinicId, use, node }: SlotRequest): boolean {
    if (this.isFull(node)) return false;
    return (
      (use !== "connection" || this.connections < this.totalLimit) &&
      (clinicId === null || this.usedBy(clinicId) + weightOf(use) <= this.clinicLimit)
    );
  }

  private isFull(node: number | null = null): boolean {
    return node !== null && (this.nodeUse.get(node) ?? 0) >= this.nodeLimit;
  }

  private next(): QueuedRequest | undefined {
    let next: QueuedRequest | undefined;
    for (const [clinicId, [first]] of this.queues)
      if (first && this.mayStart(first) && (!next || this.usedBy(clinicId) < this.usedBy(next.clinicId)))
        next = first;
    return next;
  }

  private dequeue(request: QueuedRequest): void {
    const others = this.queues.get(request.clinicId)?.filter((other) => other !== request) ?? [];
    if (others.length > 0) this.queues.set(request.clinicId, others);
    else this.queues.delete(request.clinicId);
  }

  private usedBy(clinicId: number | null): number {
    return this.clinicUse.get(clinicId) ?? 0;
  }

  private add({ clinicId, use, node = null }: SlotRequest, change: 1 | -1): void {
    if (node !== null) this.nodeUse.set(node, (this.nodeUse.get(node) ?? 0) + change);
    if (use === "connection") this.connections += change;
    const used = this.usedBy(clinicId) + change * weightOf(use);
    if (used > 0) this.clinicUse.set(clinicId, used);
    else this.clinicUse.delete(clinicId);
  }
}

const weightOf = (use: SlotRequest["use"]) => (use === "quick read" ? 1 : quickReads);

const started = Promise.resolve();

const tookTooLong = () =>
  new Failure("database_unavailable", "This took too long. Please try again in a moment.", {}, 10);

const busy = () =>
  new Failure("busy", "Your clinic has many requests under way. Please try again in a few seconds.", {}, 5);
