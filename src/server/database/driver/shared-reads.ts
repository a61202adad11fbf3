import type pg from "pg";
import type { FairShare } from "./fair-share.ts";
import { connectPrepared, isClusterClient, readScoped, type Scope } from "./scoped-query.ts";
import { arePrepared, inOnePacket, isFatal, type Query, type Rows } from "./statement.ts";

/** Reads that are sent together on one connection. */
const maxBatch = 8;
/** The last read of a batch waits at most this long for the others. */
const quickMs = 5;
/** Reads share connections once this many are in use. */
const minConnections = 4;

const readConnection = { clinicId: null, use: "connection" } as const;

type Read = {
  scope: Scope;
  queries: readonly Query[];
  resolve: (rows: Rows[]) => void;
  reject: (error: unknown) => void;
};

/**
 * Reads of different requests that wait for a connection share the next free one. They are sent together, each in a
 * transaction with its own scope, so that neither a clinic nor an error reaches another one. Such reads never wait
 * for locks; statements that may wait or are slow get a connection of their own.
 */
export class SharedReads {
  private readonly pool: pg.Pool;
  private readonly share: FairShare;
  private waiting: Read[] = [];
  private connecting = 0;
  private underWay = 0;
  /** How long a statement took lately, by its name. */
  private readonly averageMs = new Map<string, number>();

  constructor(pool: pg.Pool, share: FairShare) {
    this.pool = pool;
    this.share = share;
  }

  /** Runs once the clinic has a free slot, and on a cluster its node has. */
  run(scope: Scope, queries: readonly Query[], node: number | null = null): Promise<Rows[]> {
    const use = this.timeOf(queries) <= quickMs ? "quick read" : "read";
    return this.share.run({ clinicId: scope.clinicId, use, node }, () => this.enqueue(scope, queries));
  }

  private enqueue(scope: Scope, queries: readonly Query[]): Promise<Rows[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ scope, queries, resolve, reject });
      this.startBatches();
    });
  }

  private startBatches(): void {
    const { length } = this.waiting;
    while (
      this.connecting * maxBatch < length ||
      (this.connecting < length && this.connecting + this.underWay < minConnections)
    )
      void this.send();
  }

  private async send(): Promise<void> {
    this.connecting += 1;
    let client: pg.PoolClient;
    try {
      client = await this.connect();
    } catch (error) {
      this.connecting -= 1;
      for (const { reject } of this.waiting.splice(0, maxBatch)) reject(error);
      return;
    }
    this.connecting -= 1;
    const batch = this.nextBatch(client);
    this.startBatches();
    this.underWay += 1;
    let isBroken = false;
    let began = performance.now();
    const reads = inOnePacket(client, () =>
      batch.map(async (read) => {
        try {
          read.resolve(await readScoped(client, read.scope, read.queries));
        } catch (error) {
          isBroken ||= isFatal(error);
          read.reject(error);
        }
        const ended = performance.now();
        this.noteTime(read, ended - began);
        began = ended;
      }),
    );
    await Promise.all(reads);
    this.underWay -= 1;
    client.release(isBroken);
    this.share.release(readConnection);
  }

  private async connect(): Promise<pg.PoolClient> {
    await this.share.acquire(readConnection);
    try {
      return await connectPrepared(this.pool);
    } catch (error) {
      this.share.release(readConnection);
      throw error;
    }
  }

  /** Expected milliseconds. A statement that never ran counts as slow. */
  private timeOf(queries: readonly Query[]): number {
    return this.averageMs.get(nameOf(queries)) ?? Number.POSITIVE_INFINITY;
  }

  private noteTime({ queries }: Read, ms: number): void {
    const name = nameOf(queries);
    const before = this.averageMs.get(name);
    this.averageMs.set(name, before === undefined ? ms : before * 0.8 + ms * 0.2);
  }

  /**
   * A statement that is not prepared yet runs alone: if it failed, the following ones would refer to a missing
   * statement. So does one on a cluster, where a failed transaction needs a round trip to be rolled back.
   */
  private nextBatch(client: pg.ClientBase): Read[] {
    const batch: Read[] = [];
    let before = 0;
    for (;;) {
      const [next] = this.waiting;
      if (!next || batch.length === maxBatch) return batch;
      const isPrepared = arePrepared(client, next.queries);
      if (batch.length > 0 && (!isPrepared || before > quickMs)) return batch;
      this.waiting.shift();
      batch.push(next);
      before += this.timeOf(next.queries);
      if (!isPrepared || isClusterClient(client)) return batch;
    }
  }
}

const nameOf = (queries: readonly Query[]) => queries[0]?.name ?? "";
