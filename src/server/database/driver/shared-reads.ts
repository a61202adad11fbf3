import type pg from "pg";
import type { FairShare } from "./fair-share.ts";
import { isOfCluster, readScoped, type Scope, takePrepared } from "./scoped-query.ts";
import { arePrepared, endsConnection, inOnePacket, type Query, type Rows } from "./statement.ts";

/** How many reads go one behind the other on one connection, and for how many milliseconds the last may wait there. */
const atOnce = 8;
const patience = 5;
/** Connections that are used side by side before reads share one. */
const abreast = 4;

const forReads = { clinicId: null, use: "connection" } as const;

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
  private takers = 0;
  private underWay = 0;
  /** Milliseconds that a statement took lately, by its name. */
  private readonly taken = new Map<string, number>();

  constructor(pool: pg.Pool, share: FairShare) {
    this.pool = pool;
    this.share = share;
  }

  /** When it is the clinic's turn, and that of the machine of a cluster where it lies. */
  askInTurn(scope: Scope, queries: readonly Query[], machine: number | null = null): Promise<Rows[]> {
    const use = this.timeOf(queries) <= patience ? "quick read" : "read";
    return this.share.inTurn({ clinicId: scope.clinicId, use, machine }, () => this.ask(scope, queries));
  }

  private ask(scope: Scope, queries: readonly Query[]): Promise<Rows[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ scope, queries, resolve, reject });
      this.callTakers();
    });
  }

  private callTakers(): void {
    const { length } = this.waiting;
    while (this.takers * atOnce < length || (this.takers < length && this.takers + this.underWay < abreast))
      void this.send();
  }

  private async send(): Promise<void> {
    this.takers += 1;
    let client: pg.PoolClient;
    try {
      client = await this.takeClient();
    } catch (error) {
      this.takers -= 1;
      for (const { reject } of this.waiting.splice(0, atOnce)) reject(error);
      return;
    }
    this.takers -= 1;
    const group = this.groupFor(client);
    this.callTakers();
    this.underWay += 1;
    let isBroken = false;
    let began = performance.now();
    const answers = inOnePacket(client, () =>
      group.map(async (read) => {
        try {
          read.resolve(await readScoped(client, read.scope, read.queries));
        } catch (error) {
          isBroken ||= endsConnection(error);
          read.reject(error);
        }
        const ended = performance.now();
        this.noteTime(read, ended - began);
        began = ended;
      }),
    );
    await Promise.all(answers);
    this.underWay -= 1;
    client.release(isBroken);
    this.share.give(forReads);
  }

  private async takeClient(): Promise<pg.PoolClient> {
    await this.share.take(forReads);
    try {
      return await takePrepared(this.pool);
    } catch (error) {
      this.share.give(forReads);
      throw error;
    }
  }

  /** Milliseconds, by what the same statement took; one that never ran is expected to take long. */
  private timeOf(queries: readonly Query[]): number {
    return this.taken.get(nameOf(queries)) ?? Number.POSITIVE_INFINITY;
  }

  private noteTime({ queries }: Read, ms: number): void {
    const name = nameOf(queries);
    const before = this.taken.get(name);
    this.taken.set(name, before === undefined ? ms : before * 0.8 + ms * 0.2);
  }

  /**
   * A statement that is not prepared yet runs alone: if it failed, the following ones would refer to a missing
   * statement. So does one on a cluster, where a transaction that failed is rolled back in a trip of its own.
   */
  private groupFor(client: pg.ClientBase): Read[] {
    const group: Read[] = [];
    let before = 0;
    for (;;) {
      const [next] = this.waiting;
      if (!next || group.length === atOnce) return group;
      const isPrepared = arePrepared(client, next.queries);
      if (group.length > 0 && (!isPrepared || before > patience)) return group;
      this.waiting.shift();
      group.push(next);
      before += this.timeOf(next.queries);
      if (!isPrepared || isOfCluster(client)) return group;
    }
  }
}

const nameOf = (queries: readonly Query[]) => queries[0]?.name ?? "";
