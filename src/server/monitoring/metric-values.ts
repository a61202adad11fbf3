/** When a piece of timed work last ended well, and how long it took. */
export type JobRun = { at: Date; seconds: number };

/** What only the work itself knows, kept until somebody asks for the metrics. */
export type MetricValues = {
  /** By the job's name. */
  jobs: Map<string, JobRun>;
  /** The newest whole backup of BACKUP_FOLDER; null where none is made. */
  lastBackupAt: Date | null;
};
