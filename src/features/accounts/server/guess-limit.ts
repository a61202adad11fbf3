import type { Kit } from "#server/kit.ts";
import { sha256 } from "#server/session.ts";
import { Failure } from "#shared/errors.ts";

/** Failures of the last 15 minutes and of the last day, before the attempt that is judged. */
type Failures = { recent: number; inADay: number; lastAt: Date | null };

export const recently = "15 minutes";
const firstWait = 30;
const longestWait = 900;
/** From so many times the limit in one day on, every guess waits the longest time. */
const patience = 5;

/**
 * Seconds until the next attempt is heard, 0 for at once. Ten failures in 15 minutes are free; then the wait
 * doubles with each further one (decision A27). Who spreads guesses over the day meets the day's limit.
 */
export function waitSeconds({ recent, inADay, lastAt }: Failures, limit: number, now: Date): number {
  if (!lastAt) return 0;
  const over = recent - limit;
  const doubled = over < 0 ? 0 : Math.min(firstWait * 2 ** Math.min(over, 10), longestWait);
  const wait = inADay >= limit * patience ? longestWait : doubled;
  // A failure from the future, after the machine's clock was set back, waits no longer than one of now.
  const passed = Math.max(0, now.getTime() - lastAt.getTime()) / 1000;
  return Math.max(0, Math.ceil(wait - passed));
}

/** What is guessed at, or where from. `limit`: failures that are free. */
export type Guess = { key: string; limit: number };

/** A guess that was let through. It counts as failed unless one of these is called. */
type Attempt = {
  /** It was right: all failures on the first key are forgotten, and this one nowhere counts. */
  succeeded(): Promise<void>;
};

type Row = { attempt: number; recent: number; in_a_day: number; last_failed_at: string | null };

/**
 * Counts one guess on each key.
 * @throws Failure too_many with the seconds to wait, while a key with a limit has too many failures.
 */
export async function beginAttempt(kit: Kit, now: Date, guesses: readonly Guess[]): Promise<Attempt> {
  const keys = guesses.map(({ key }) => sha256(key));
  const rows = await kit.databases.narrow.rows<Row>("begin_sign_in", [keys, now, recently]);
  const attempt = rows[0]?.attempt ?? 0;
  const waits = rows.map((row, place) =>
    waitSeconds(
      {
        recent: row.recent,
        inADay: row.in_a_day,
        lastAt: row.last_failed_at === null ? null : new Date(row.last_failed_at),
      },
      guesses[place]?.limit ?? 0,
      now,
    ),
  );
  const wait = Math.max(0, ...waits);
  if (wait > 0) {
    // A guess that was not heard is no failure: hammering does not lengthen the wait.
    await kit.databases.narrow.rows("forgive_sign_in", [attempt, keys, []]);
    throw tooMany(wait);
  }
  return {
    succeeded: async () => {
      await kit.databases.narrow.rows("forgive_sign_in", [attempt, keys, keys.slice(0, 1)]);
    },
  };
}

function tooMany(seconds: number): Failure {
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds < 60 ? `${seconds} seconds` : `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  return new Failure("too_many", `Too many failed attempts. Please try again in ${wait}.`, {}, seconds);
}
