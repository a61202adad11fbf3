import type { FastifyBaseLogger } from "fastify";

/** Problems for the operator. Public at /api/health, so without paths and names. */
const messages = {
  backup_failed: "The last backup failed. The log of the server says why.",
  backup_stale: "There is no whole backup of the last two days.",
  backup_shrunk:
    "The last backup holds less than half the patients of the one before it. No older one is deleted.",
  files_unavailable:
    "The file store does not answer. Files can be neither stored nor opened; all else works.",
  files_lost:
    "Uploaded files are missing or damaged in the file store. The manifest of the last backup names them.",
  scanner_unavailable:
    "The virus scanner does not answer. Uploads are refused until it does; all else works.",
  disk_nearly_full: "The disk of the data or of the backups is nearly full.",
  event_loop_slow: "Klinika answered late: one request kept all others waiting. The log says for how long.",
  replica_unused:
    "The replica of the database is gone or too far behind: reports are read from the database itself.",
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
      this.log.info({ warning }, "no longer holds");
    }
  }

  list(): { code: Warning; message: string }[] {
    return [...this.held].map((code) => ({ code, message: messages[code] }));
  }
}
