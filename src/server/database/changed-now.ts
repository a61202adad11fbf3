import { sql } from "kysely";

/** What each change of a row with a version sets beside its fields; `requireVersion` detects conflicting changes by it. */
export const changedNow = (now: Date) => ({
  version: sql<number>`version + 1`,
  updatedAt: now.toISOString(),
});
