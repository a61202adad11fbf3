/** When a job last succeeded, and how long it took. */
type JobRun = { at: Date; seconds: number };

/** Values that are stored when they change and read when metrics are requested. */
export type MetricValues = {
  /** By the job's name. */
  jobs: Map<string, JobRun>;
  /** The newest complete backup in BACKUP_FOLDER, or null. */
  lastBackupAt: Date | null;
};
