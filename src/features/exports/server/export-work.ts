import type { Databases } from "#server/database/db.ts";
import type { Kit } from "#server/kit.ts";

/** Reports progress. Throws when the work must stop. */
export type Progress = {
  total(count: number): void;
  /** In words, for the waiting user. */
  part(name: string): void;
  done(count: number): void;
};

export type Work = {
  kit: Pick<Kit, "databases" | "storage" | "papers" | "settings">;
  scope: Parameters<Databases["openClinic"]>[0];
  now: Date;
  hasPapers: boolean;
  /** Aborted when it is cancelled, or when the server stops. */
  signal: AbortSignal;
  progress: Progress;
};
