import { sha256 } from "../auth/secrets.ts";
import type { Databases } from "../database/db.ts";

/** A process counts 1/50 of a limit locally before it reports to the database. */
const shares = 50;
const pruneAbove = 50_000;

/** This process's state of one key's window. */
type Window = {
  startedAt: number;
  lengthMs: number;
  /** The total of all processes at the last query. */
  shared: number;
  /** Consumed here since then. */
  unreported: number;
};

type Counted = { current: number; ttl: number };

export type ConsumeRateLimit = (
  key: string,
  lengthMs: number,
  max: number,
  units?: number,
) => Promise<Counted>;

/**
 * Counts in the database, so that a limit holds for all processes together. Limits below a hundred are exact, with
 * a query per use; of larger ones each process counts a fiftieth locally, so that an ordinary change needs no
 * query, and each further process may exceed the limit by that much (600 changes: 12). Units may also be bytes.
 */
export function rateLimiter(databases: Databases, now: () => number = Date.now): ConsumeRateLimit {
  const windows = new Map<string, Window>();
  /** The number of windows at which expired ones are removed. */
  let pruneAt = pruneAbove;

  function windowOf(key: string, lengthMs: number, at: number): Window {
    const current = windows.get(key);
    // A window that began in the future is from before the clock was set back.
    if (current && current.startedAt <= at && current.startedAt + lengthMs > at) return current;
    const fresh = { startedAt: at, lengthMs, shared: 0, unreported: 0 };
    windows.set(key, fresh);
    if (windows.size > pruneAt) {
      for (const [other, window] of windows)
        if (window.startedAt + window.lengthMs <= at) windows.delete(other);
      // Not again at each new key of a flood.
      pruneAt = Math.max(pruneAbove, 2 * windows.size);
    }
    return fresh;
  }

  return async function consume(key, lengthMs, max, units = 1) {
    const at = now();
    const window = windowOf(key, lengthMs, at);
    window.unreported += units;
    const current = window.shared + window.unreported;
    // A caller that is over the limit by the local count needs no query.
    if (current > max || window.unreported < Math.floor(max / shares))
      return { current, ttl: window.startedAt + lengthMs - at };
    const reported = window.unreported;
    window.unreported = 0;
    const row = await databases.functions.row("takeTurns", {
      key: sha256(key),
      turns: reported,
      startedAt: new Date(window.startedAt),
      at: new Date(at),
      window: `${lengthMs} milliseconds`,
    });
    if (!row) throw new Error("take_turns returned no row.");
    window.shared = Math.max(window.shared, row.taken);
    window.startedAt = new Date(row.startedAt).getTime();
    return { current: row.taken, ttl: Math.max(1, window.startedAt + lengthMs - at) };
  };
}

/** The store of @fastify/rate-limit. */
export function sharedLimits(consume: ConsumeRateLimit) {
  return class SharedLimits {
    incr(
      key: string,
      answer: (error: Error | null, counted?: Counted) => void,
      timeWindow: number,
      max: number,
    ): void {
      consume(key, timeWindow, max).then(
        (counted) => answer(null, counted),
        (error: Error) => answer(error),
      );
    }

    /** Keys are global, so routes have no counters of their own. */
    child(): SharedLimits {
      return this;
    }
  };
}
