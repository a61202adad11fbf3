import { Failure } from "#shared/errors.ts";
import type { RecordEvent } from "#shared/record-events.ts";
import type { Databases } from "./db.ts";

type View = {
  clinicId: number;
  userId: number;
  ownerUserId: number | null;
  patientId: number | null;
  event: RecordEvent;
  at: Date;
};

const fiveMinutes = 300_000;
const flushAfter = 500;

/**
 * Who looked at what: one row per user, patient, event and five minutes, written in batches within a second.
 * While rows cannot be written, reads are refused, so that nobody looks unseen (decision B38).
 */
export class ViewLog {
  private readonly databases: Databases;
  private readonly reportFault: (error: unknown) => void;
  private readonly lastNoted = new Map<string, number>();
  private waiting: View[] = [];
  private timer: NodeJS.Timeout | null = null;
  private isBroken = false;
  private writing: Promise<void> = Promise.resolve();

  constructor(databases: Databases, reportFault: (error: unknown) => void) {
    this.databases = databases;
    this.reportFault = reportFault;
  }

  note(view: View): void {
    if (this.isBroken)
      throw new Failure(
        "history_unavailable",
        "Records cannot be opened right now. Please try again in a moment.",
      );
    const key = `${view.userId} ${view.ownerUserId ?? ""} ${view.patientId ?? ""} ${view.event}`;
    const at = view.at.getTime();
    if (at - (this.lastNoted.get(key) ?? Number.NEGATIVE_INFINITY) < fiveMinutes) return;
    this.lastNoted.set(key, at);
    if (this.lastNoted.size > 50_000) this.forgetOld(at);
    this.waiting.push(view);
    this.timer ??= setTimeout(() => void this.flush(), flushAfter);
  }

  /** One batch after the other: whoever asks last waits for those that are being written. */
  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.writing = this.writing.then(() => this.writeWaiting());
    return this.writing;
  }

  private async writeWaiting(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    for (const [clinicId, views] of Map.groupBy(batch, (view) => view.clinicId)) {
      try {
        await this.write(clinicId, views);
        this.isBroken = false;
      } catch (error) {
        this.isBroken = true;
        this.reportFault(error);
        this.waiting.push(...views);
        this.timer ??= setTimeout(() => void this.flush(), flushAfter);
      }
    }
  }

  /** Writes what waits; called when the server closes. */
  async close(): Promise<void> {
    await this.flush();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private async write(clinicId: number, views: View[]): Promise<void> {
    const first = views[0];
    if (!first) return;
    const clinic = this.databases.openClinic({
      clinicId,
      userId: first.userId,
      ownerUserId: null,
      event: "",
    });
    await clinic.db
      .insertInto("recordHistory")
      .values(
        views.map((view) => ({
          clinicId,
          patientId: view.patientId,
          userId: view.userId,
          ownerUserId: view.ownerUserId,
          event: view.event,
          happenedAt: view.at.toISOString(),
        })),
      )
      .execute();
  }

  private forgetOld(now: number): void {
    for (const [key, at] of this.lastNoted) if (now - at >= fiveMinutes) this.lastNoted.delete(key);
  }
}
