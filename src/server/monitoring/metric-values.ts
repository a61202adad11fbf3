/** When a job last succeeded, and how long it took. */
type JobRun = { at: Date; seconds: number };

/** Values that are stored when they change and read when metrics are requested. */
export type MetricValues = {
  /** By the job's name. */
  jobs: Map<string, JobRun>;
  /** How many jobs of each queue were due when this process last looked, counted up to twenty. By the queue's name. */
  queues: Map<string, number>;
  /** The newest complete backup in BACKUP_FOLDER, or null. */
  lastBackupAt: Date | null;
};
