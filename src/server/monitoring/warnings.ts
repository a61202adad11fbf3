import type { FastifyBaseLogger } from "fastify";

/** Problems for the operator, at /api/health for the token of METRICS. Without paths and names. */
const messages = {
  backup_failed: "The last backup failed. The log of the server says why.",
  backup_stale: "There is no complete backup of the last two days.",
  backup_shrunk:
    "The last backup contains less than half the patients of the one before it. No older one is deleted.",
  files_unavailable:
    "The file store is unreachable. Files can be neither stored nor opened; everything else works.",
  files_lost:
    "Uploaded files are missing or damaged in the file store. The manifest of the last backup names them.",
  scanner_unavailable:
    "The virus scanner is unreachable. Uploads are refused until it is back; everything else works.",
  disk_nearly_full: "The disk of the data or of the backups is nearly full.",
  jobs_late:
    "Background work has waited for over 15 minutes and none of it was done. The log names the queues.",
  event_loop_slow: "Klinika responded late: one request blocked all others. The log says for how long.",
  replica_unused:
    "The replica of the database is unreachable or too far behind: reports are read from the primary.",
};
export type Warning = keyof typeof messages;

/**
 * The current warnings. Each is logged when it begins, with details that only the log may contain, and when it
 * ends.
 */
export class Warnings {
  private readonly held = new Set<Warning>();
  private readonly log: FastifyBaseLogger;

  constructor(log: FastifyBaseLogger) {
    this.log = log;
  }

  set(warning: Warning, holds: boolean, details: Record<string, unknown> = {}): void {
    if (holds === this.held.has(warning)) return;
    if (holds) {
      this.held.add(warning);
      this.log.error({ warning, ...details }, messages[warning]);
    } else {
      this.held.delete(warning);
      this.log.info({ warning }, "warning cleared");
    }
  }

  list(): { code: Warning; message: string }[] {
    return [...this.held].map((code) => ({ code, message: messages[code] }));
  }
}
