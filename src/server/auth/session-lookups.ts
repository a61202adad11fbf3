import type { DatabaseFunctions, FunctionRow } from "../database/database-functions.ts";

/** Hours a session may be idle (decision A15). */
export const idleHours = { ordinary: 2, remembered: 24 };

type Lookup = { tokenHash: Buffer; isActiveUse: boolean; now: Date };

/** A session with its user and clinic. */
export type SessionRow = FunctionRow<"lookUpSessions">;

type Asked = Lookup & { resolve: (row: SessionRow | null) => void; reject: (error: unknown) => void };

/** Parallel round trips; requests that come meanwhile share the next one. */
const tripsAtOnce = 2;
const togetherAtMost = 50;

/** Looks up the sessions of concurrent requests in one round trip, each request's own one. */
export class SessionLookups {
  private readonly functions: DatabaseFunctions;
  private waiting: Asked[] = [];
  private trips = 0;

  constructor(functions: DatabaseFunctions) {
    this.functions = functions;
  }

  look(lookup: Lookup): Promise<SessionRow | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...lookup, resolve, reject });
      if (this.waiting.length === 1) process.nextTick(() => void this.goOn());
    });
  }

  private async goOn(): Promise<void> {
    if (this.trips === tripsAtOnce || this.waiting.length === 0) return;
    const asked = this.waiting.splice(0, togetherAtMost);
    this.trips += 1;
    try {
      const rows = await this.functions.rows("lookUpSessions", {
        tokenHashes: asked.map(({ tokenHash }) => tokenHash),
        areActiveUse: asked.map(({ isActiveUse }) => isActiveUse),
        at: latest(asked),
        idle: `${idleHours.ordinary} hours`,
        idleRemembered: `${idleHours.remembered} hours`,
      });
      await this.touch(asked, rows);
      const found = new Map(rows.map((row) => [row.place, row]));
      for (const [index, { resolve }] of asked.entries()) resolve(found.get(index + 1) ?? null);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      this.trips -= 1;
    }
    void this.goOn();
  }

  private async touch(asked: readonly Asked[], rows: readonly SessionRow[]): Promise<void> {
    const used = rows.flatMap(({ place, isToTouch }) => (isToTouch ? (asked[place - 1] ?? []) : []));
    if (used.length > 0)
      await this.functions.value("touchSessions", {
        tokenHashes: used.map(({ tokenHash }) => tokenHash),
        at: latest(used),
      });
  }
}

const latest = (asked: readonly Lookup[]) => asked.at(-1)?.now ?? new Date();
