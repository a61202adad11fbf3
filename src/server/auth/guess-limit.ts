import { sha256 } from "#server/auth/secrets.ts";
import type { FunctionRow } from "#server/database/database-functions.ts";
import type { Kit } from "#server/kit.ts";
import { Failure } from "#shared/errors.ts";

/** Failures of the last 15 minutes and of the last day, before the current attempt. */
type Failures = { recent: number; inADay: number; lastAt: Date | null };

export const recently = "15 minutes";
const firstWait = 30;
const longestWait = 900;
/** From this many times the limit in one day on, every guess waits the longest time. */
const dailyFactor = 5;

/**
 * Seconds until the next attempt is checked, 0 for none. Ten failures in 15 minutes are free; then the wait doubles
 * with each further one. Guesses spread over a day reach the daily limit.
 */
export function waitSeconds({ recent, inADay, lastAt }: Failures, limit: number, now: Date): number {
  if (!lastAt) return 0;
  const over = recent - limit;
  const doubled = over < 0 ? 0 : Math.min(firstWait * 2 ** Math.min(over, 10), longestWait);
  return secondsLeft(inADay >= limit * dailyFactor ? longestWait : doubled, lastAt, now);
}

const isOver = ({ recent, inADay }: Failures, limit: number) =>
  recent >= limit || inADay >= limit * dailyFactor;

/** A time in the future, after the clock was set back, counts as now. */
function secondsLeft(wait: number, since: Date, now: Date): number {
  const passed = Math.max(0, now.getTime() - since.getTime()) / 1000;
  return Math.max(0, Math.ceil(wait - passed));
}

/** Counts guesses at an account, or from a network. `limit`: failures without a wait. */
export type Guess = {
  key: string;
  limit: number;
  /**
   * For counters that anybody's failures increase, such as an account's failures from every network. Past the limit
   * the wait does not grow: it is `firstWait` per guess, counted from the visitor's own first one under this key.
   * So nobody can block the right password for longer.
   */
  eachWaitsOn?: string;
  /** For failures that a right password does not reset, such as a network's. */
  outlastsSuccess?: boolean;
};

/** A guess that may be checked. It counts as failed unless `succeeded` is called. */
type Attempt = {
  /** Resets the failures of its keys. */
  succeeded(): Promise<void>;
};

type Row = FunctionRow<"beginSignIn">;

/**
 * Counts one guess on each key.
 * @throws Failure too_many with the seconds to wait, while a key with a limit has too many failures.
 */
export async function beginAttempt(kit: Kit, now: Date, guesses: readonly Guess[]): Promise<Attempt> {
  const { functions } = kit.databases;
  const named = [
    ...guesses.map(({ key }) => key),
    ...guesses.flatMap(({ eachWaitsOn }) => eachWaitsOn ?? []),
  ];
  const hashes = new Map(named.map((key) => [key, sha256(key)]));
  const keys = [...hashes.values()];
  const rows = await functions.rows("beginSignIn", { keys, at: now, recently });
  const attempt = rows[0]?.attempt ?? 0;
  const failures = new Map([...hashes.keys()].map((key, index) => [key, failuresIn(rows[index])]));
  const failuresOn = (key: string) => failures.get(key) ?? failuresIn(undefined);

  let wait = 0;
  /** Keys on which a visitor's wait begins with this guess. */
  const begun = new Set<string>();
  for (const { key, limit, eachWaitsOn } of guesses) {
    if (eachWaitsOn === undefined) {
      wait = Math.max(wait, waitSeconds(failuresOn(key), limit, now));
    } else if (isOver(failuresOn(key), limit)) {
      const { lastAt } = failuresOn(eachWaitsOn);
      if (!lastAt) begun.add(eachWaitsOn);
      wait = Math.max(wait, secondsLeft(firstWait, lastAt ?? now, now));
    }
  }
  if (wait > 0) {
    // A guess that was not checked does not count: repeated requests do not lengthen the wait.
    const refused = [...hashes].flatMap(([key, keyHash]) => (begun.has(key) ? [] : keyHash));
    await functions.value("forgiveSignIn", { attempt, counted: refused, forgotten: [] });
    throw tooMany(wait);
  }
  const notReset = new Set(guesses.filter(({ outlastsSuccess }) => outlastsSuccess).map(({ key }) => key));
  return {
    succeeded: async () => {
      const forgotten = [...hashes].flatMap(([key, keyHash]) => (notReset.has(key) ? [] : keyHash));
      await functions.value("forgiveSignIn", { attempt, counted: keys, forgotten });
    },
  };
}

const failuresIn = (row: Row | undefined): Failures => ({
  recent: row?.recent ?? 0,
  inADay: row?.inADay ?? 0,
  lastAt: row?.lastFailedAt ? new Date(row.lastFailedAt) : null,
});

function tooMany(seconds: number): Failure {
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds < 60 ? `${seconds} seconds` : `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  return new Failure("too_many", `Too many failed attempts. Please try again in ${wait}.`, {}, seconds);
}
