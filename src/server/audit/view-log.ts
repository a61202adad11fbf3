import { Failure } from "#shared/errors.ts";
import type { RecordEvent } from "#shared/record-events.ts";
import { sha256 } from "../auth/secrets.ts";
import type { Databases } from "../database/db.ts";
import { functionsInScope } from "../database/functions-in-scope.ts";

type View = {
  clinicId: number;
  userId: number;
  ownerUserId: number | null;
  /** The API key that read it; its name is logged too. */
  apiKeyId: number | null;
  patientId: number | null;
  event: RecordEvent;
  at: Date;
};

/** `notedAt` is from performance.now(), so that its age does not depend on the clock. */
type PendingView = View & { notedAt: number };

const fiveMinutes = 300_000;
/** The database rejects older views. */
const maxAgeMs = 3_600_000;
const maxKeys = 50_000;
/** About what a row has, without its indexes. */
const BYTES = 150;

/** One row is written per key in five minutes, by all processes together. */
const viewKey = (view: View) =>
  `${view.userId} ${view.ownerUserId ?? ""} ${view.patientId ?? ""} ${view.event}${view.apiKeyId === null ? "" : ` ${view.apiKeyId}`}`;

/**
 * Records who viewed what: one row per user, patient, event and five minutes, written in batches within a second.
 * This process does not send a key twice; the INSERT skips those of other processes. While a clinic's rows cannot be
 * written, its reads are refused, so that no view goes unrecorded. On a cluster, other clinics may be on a node that works.
 */
export class ViewLog {
  private readonly databases: Databases;
  private readonly reportFault: (error: unknown) => void;
  private readonly countBytes: (clinicId: number, bytes: number) => Promise<void>;
  private readonly flushAfterMs: number | null;
  private readonly lastNoted = new Map<string, number>();
  private waiting: PendingView[] = [];
  private timer: NodeJS.Timeout | null = null;
  /** Clinics whose last batch could not be written and is pending. */
  private readonly unwritable = new Set<number>();
  private writing: Promise<void> = Promise.resolve();
  private retrying: Promise<void> = Promise.resolve();

  /** @param flushAfterMs how long a view waits for others of its batch; null: until `flush` is called */
  constructor(
    databases: Databases,
    reportFault: (error: unknown) => void,
    countBytes: (clinicId: number, bytes: number) => Promise<void>,
    flushAfterMs: number | null = 500,
  ) {
    this.databases = databases;
    this.reportFault = reportFault;
    this.countBytes = countBytes;
    this.flushAfterMs = flushAfterMs;
  }

  /** @throws Failure while views of the clinic cannot be written */
  requireWritable(clinicId: number): void {
    if (this.unwritable.has(clinicId))
      throw new Failure(
        "history_unavailable",
        "Records cannot be opened right now. Please try again in a moment.",
      );
  }

  note(view: View): void {
    this.requireWritable(view.clinicId);
    const key = viewKey(view);
    const at = view.at.getTime();
    // Also after the clock was set back.
    if (Math.abs(at - (this.lastNoted.get(key) ?? Number.NEGATIVE_INFINITY)) < fiveMinutes) return;
    this.lastNoted.delete(key);
    this.lastNoted.set(key, at);
    this.removeOld(at);
    this.waiting.push({ ...view, notedAt: performance.now() });
    this.scheduleFlush();
  }

  private scheduleFlush(): void {
    if (this.flushAfterMs !== null) this.timer ??= setTimeout(() => void this.flush(), this.flushAfterMs);
  }

  /**
   * One batch at a time: later callers wait for the running one. Failed batches are retried in parallel to it, since on a
   * cluster with a node that hangs each attempt takes long.
   */
  async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.writing = this.writing.then(() => this.writeWaiting((clinicId) => !this.unwritable.has(clinicId)));
    this.retrying = this.retrying.then(() => this.writeWaiting((clinicId) => this.unwritable.has(clinicId)));
    await Promise.all([this.writing, this.retrying]);
  }

  private async writeWaiting(isMeant: (clinicId: number) => boolean): Promise<void> {
    const { meant = [], others = [] } = Object.groupBy(this.waiting, ({ clinicId }) =>
      isMeant(clinicId) ? "meant" : "others",
    );
    this.waiting = others;
    for (const [clinicId, views] of Map.groupBy(meant, (view) => view.clinicId)) {
      try {
        await this.write(clinicId, views);
        this.unwritable.delete(clinicId);
      } catch (error) {
        this.unwritable.add(clinicId);
        this.reportFault(error);
        this.waiting.push(...views);
        this.scheduleFlush();
      }
    }
  }

  /** Writes pending views; called when the server closes. */
  async close(): Promise<void> {
    await this.flush();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  /** In batches without repeated keys, as one statement requires. */
  private async write(clinicId: number, views: PendingView[]): Promise<void> {
    const sameViews = [...Map.groupBy(views, viewKey).values()];
    const batches = Math.max(...sameViews.map((same) => same.length));
    for (let batch = 0; batch < batches; batch += 1)
      await this.writeTurn(
        clinicId,
        sameViews.flatMap((same) => same[batch] ?? []),
      );
  }

  private async writeTurn(clinicId: number, views: PendingView[]): Promise<void> {
    const clinic = this.databases.openClinicUnshared({
      clinicId,
      userId: views[0]?.userId ?? 0,
      ownerUserId: null,
      event: "",
    });
    const now = performance.now();
    await functionsInScope(clinic).value("noteViews", {
      keys: views.map((view) => sha256(viewKey(view))),
      patients: views.map(({ patientId }) => patientId),
      users: views.map(({ userId }) => userId),
      owners: views.map(({ ownerUserId }) => ownerUserId),
      apiKeys: views.map(({ apiKeyId }) => apiKeyId),
      events: views.map(({ event }) => event),
      ages: views.map(({ notedAt }) => Math.min(Math.round(now - notedAt), maxAgeMs)),
      notedAt: views.map(({ at }) => at.toISOString()),
    });
    await this.countBytes(clinicId, views.length * BYTES).catch(this.reportFault);
  }

  /** The oldest are first. A key that is removed too early is sent again, and the INSERT skips it. */
  private removeOld(now: number): void {
    for (const [key, at] of this.lastNoted) {
      if (Math.abs(now - at) < fiveMinutes && this.lastNoted.size <= maxKeys) return;
      this.lastNoted.delete(key);
    }
  }
}
