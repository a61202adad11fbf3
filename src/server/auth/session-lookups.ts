import type { DatabaseFunctions, FunctionRow } from "../database/database-functions.ts";
import { hasTimedOut } from "../database/driver/statement.ts";

/** Hours a session may be idle. */
export const idleHours = { ordinary: 2, remembered: 24 };

type Lookup = { tokenHash: Buffer; isActiveUse: boolean; now: Date };

/** A session with its user and clinic. */
export type SessionRow = FunctionRow<"lookUpSessions">;

type PendingLookup = Lookup & { resolve: (row: SessionRow | null) => void; reject: (error: unknown) => void };

/** Requests that arrive meanwhile share the next round trip. */
const maxTrips = 2;
const maxBatch = 50;

/** Looks up the sessions of concurrent requests in one round trip. */
export class SessionLookups {
  private readonly functions: DatabaseFunctions;
  private pending: PendingLookup[] = [];
  private trips = 0;

  constructor(functions: DatabaseFunctions) {
    this.functions = functions;
  }

  look(lookup: Lookup): Promise<SessionRow | null> {
    return new Promise((resolve, reject) => {
      this.pending.push({ ...lookup, resolve, reject });
      if (this.pending.length === 1) process.nextTick(() => void this.sendPending());
    });
  }

  private async sendPending(): Promise<void> {
    if (this.trips === maxTrips || this.pending.length === 0) return;
    const batch = this.pending.splice(0, maxBatch);
    this.trips += 1;
    try {
      const rows = await this.functions.rows("lookUpSessions", {
        tokenHashes: batch.map(({ tokenHash }) => tokenHash),
        areActiveUse: batch.map(({ isActiveUse }) => isActiveUse),
        at: latest(batch),
        idle: `${idleHours.ordinary} hours`,
        idleRemembered: `${idleHours.remembered} hours`,
      });
      await this.touch(batch, rows);
      const found = new Map(rows.map((row) => [row.place, row]));
      for (const [index, { resolve }] of batch.entries()) resolve(found.get(index + 1) ?? null);
    } catch (error) {
      // Those that wait would wait as long for a database that hangs.
      const failed = hasTimedOut(error) ? [...batch, ...this.pending.splice(0)] : batch;
      for (const { reject } of failed) reject(error);
    } finally {
      this.trips -= 1;
    }
    void this.sendPending();
  }

  private async touch(batch: readonly PendingLookup[], rows: readonly SessionRow[]): Promise<void> {
    const used = rows.flatMap(({ place, isToTouch }) => (isToTouch ? (batch[place - 1] ?? []) : []));
    if (used.length > 0)
      await this.functions.value("touchSessions", {
        tokenHashes: used.map(({ tokenHash }) => tokenHash),
        at: latest(used),
      });
  }
}

const latest = (batch: readonly Lookup[]) => batch.at(-1)?.now ?? new Date();
