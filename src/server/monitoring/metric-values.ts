/** When a piece of timed work last ended well, and how long it took. */
export type JobRun = { at: Date; seconds: number };

/** Values that are only known while they happen, stored until the metrics are requested. */
export type MetricValues = {
  /** By the job's name. */
  jobs: Map<string, JobRun>;
  /** The newest whole backup of BACKUP_FOLDER; null where none is made. */
  lastBackupAt: Date | null;
};
