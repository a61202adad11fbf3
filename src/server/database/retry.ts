import { setTimeout as wait } from "node:timers/promises";

type Retrying = {
  /** How often the work runs at most. */
  attempts: number;
  waitMs?: number;
  /** Whether this error is worth another attempt. */
  when: (error: unknown) => boolean;
};

/** Runs the work until it succeeds, fails with an error that a retry does not help, or has used up its attempts. */
export async function retry<T>({ attempts, waitMs = 0, when }: Retrying, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !when(error)) throw error;
      if (waitMs > 0) await wait(waitMs);
    }
  }
}

/** For `when`: PostgreSQL failed with this SQLSTATE. */
export const hasCode = (code: string) => (error: unknown) => (error as { code?: string }).code === code;
