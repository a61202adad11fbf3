import { sha256 } from "../auth/session.ts";
import type { Databases } from "../database/db.ts";

/** Shares of a limit that a process counts locally before it reports them. */
const shares = 50;
const pruneAbove = 50_000;

/** This process's state of one key's window. */
type Turns = {
  startedAt: number;
  /** Milliseconds. */
  window: number;
  /** The total of all processes at the last query. */
  shared: number;
  /** Taken here since. */
  unreported: number;
};

type Counted = { current: number; ttl: number };

export type ConsumeRateLimit = (key: string, window: number, max: number, turns?: number) => Promise<Counted>;

/**
 * Counts in the database, so that a limit holds for all processes together. Limits below a hundred are exact, with
 * a query per use; of larger ones each process reserves a fiftieth at a time, so that an ordinary change needs no
 * query, and every further process may exceed the limit by that much (600 changes: 12). Units may also be bytes.
 */
export function rateLimiter(databases: Databases, now: () => number = Date.now): ConsumeRateLimit {
  const known = new Map<string, Turns>();
  /** Entries to reach before expired ones are removed. */
  let room = pruneAbove;

  function turnsOf(key: string, window: number, at: number): Turns {
    const kept = known.get(key);
    // One that began in the future was counted before the machine's clock was set back.
    if (kept && kept.startedAt <= at && kept.startedAt + window > at) return kept;
    const fresh = { startedAt: at, window, shared: 0, unreported: 0 };
    known.set(key, fresh);
    if (known.size > room) {
      for (const [other, { startedAt, window: its }] of known) if (startedAt + its <= at) known.delete(other);
      // Not at every one of a flood.
      room = Math.max(pruneAbove, 2 * known.size);
    }
    return fresh;
  }

  return async function take(key, window, max, taken = 1) {
    const at = now();
    const turns = turnsOf(key, window, at);
    turns.unreported += taken;
    const isOver = turns.shared + turns.unreported > max;
    const counted = { current: turns.shared + turns.unreported, ttl: turns.startedAt + window - at };
    // Who is over the limit by what is known here needs no other process to say so.
    if (isOver || turns.unreported < Math.floor(max / shares)) return counted;
    const told = turns.unreported;
    turns.unreported = 0;
    const row = await databases.functions.row("takeTurns", {
      key: sha256(key),
      turns: told,
      startedAt: new Date(turns.startedAt),
      at: new Date(at),
      window: `${window} milliseconds`,
    });
    if (!row) throw new Error("Turns were counted.");
    turns.shared = Math.max(turns.shared, row.taken);
    turns.startedAt = new Date(row.startedAt).getTime();
    return { current: row.taken, ttl: Math.max(1, turns.startedAt + window - at) };
  };
}

/** The store of @fastify/rate-limit. */
export function sharedLimits(take: ConsumeRateLimit) {
  return class SharedLimits {
    incr(
      key: string,
      answer: (error: Error | null, counted?: Counted) => void,
      timeWindow: number,
      max: number,
    ): void {
      take(key, timeWindow, max).then(
        (counted) => answer(null, counted),
        (error: Error) => answer(error),
      );
    }

    /** Keys name what is limited; routes have no counters of their own. */
    child(): SharedLimits {
      return this;
    }
  };
}
