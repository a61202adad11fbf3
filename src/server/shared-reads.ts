import type pg from "pg";
import { queryScoped, type Scope, takePrepared } from "./scoped-query.ts";
import { arePrepared, inOnePacket, type Query, type Rows } from "./statement.ts";

/** Reads that go one behind the other on one connection; a long one holds up no more than these. */
const atOnce = 4;
/** Connections that are used side by side before reads share one. */
const abreast = 4;

type Read = {
  scope: Scope;
  queries: readonly Query[];
  resolve: (rows: Rows[]) => void;
  reject: (error: unknown) => void;
};

/**
 * Reads of different requests that wait for a connection share the next one that is free. They are sent together, and
 * each is a transaction of its own with its own scope, so that neither a clinic nor an error of one reaches another.
 * Reads wait for nobody's lock; what may wait has a connection to itself.
 */
export class SharedReads {
  private readonly pool: pg.Pool;
  private waiting: Read[] = [];
  private takers = 0;
  private underWay = 0;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  ask(scope: Scope, queries: readonly Query[]): Promise<Rows[]> {
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
      client = await takePrepared(this.pool);
    } catch (error) {
      this.takers -= 1;
      for (const { reject } of this.waiting.splice(0, atOnce)) reject(error);
      return;
    }
    this.takers -= 1;
    const group = this.groupFor(client);
    this.callTakers();
    this.underWay += 1;
    await inOnePacket(client, () =>
      Promise.all(
        group.map(({ scope, queries, resolve, reject }) =>
          queryScoped(client, scope, queries).then(resolve, reject),
        ),
      ),
    );
    this.underWay -= 1;
    client.release();
  }

  /** One that is not prepared yet goes alone: if it failed, those behind it would rest on a statement that is not there. */
  private groupFor(client: pg.ClientBase): Read[] {
    const group: Read[] = [];
    for (;;) {
      const [next] = this.waiting;
      if (!next || group.length === atOnce) return group;
      const isPrepared = arePrepared(client, next.queries);
      if (group.length > 0 && !isPrepared) return group;
      this.waiting.shift();
      group.push(next);
      if (!isPrepared) return group;
    }
  }
}
