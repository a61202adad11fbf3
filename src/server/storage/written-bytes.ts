import type { Databases } from "../database/db.ts";

/** From this many on they are stored at once. */
const MOST_PENDING = 65_536;

/** Every change is at least a row and a line of the record history. */
const LEAST = 500;

/** A row and the record history. */
const COPIES = 2;

/** Adds up what each clinic writes to the database. The sums are in memory until they are large, or for a minute. */
export class WrittenBytes {
  private readonly functions: Databases["functions"];
  private readonly pending = new Map<number, number>();

  private readonly now: () => Date;

  constructor(functions: Databases["functions"], now: () => Date) {
    this.functions = functions;
    this.now = now;
  }

  /** `bytes` of values that are written. */
  async add(clinicId: number, bytes: number): Promise<void> {
    const sum = (this.pending.get(clinicId) ?? 0) + Math.max(bytes, LEAST) * COPIES;
    this.pending.set(clinicId, sum);
    if (sum >= MOST_PENDING) await this.store(clinicId);
  }

  async storeAll(): Promise<void> {
    for (const clinicId of this.pending.keys()) await this.store(clinicId);
  }

  private async store(clinic: number): Promise<void> {
    const bytes = Math.round(this.pending.get(clinic) ?? 0);
    this.pending.delete(clinic);
    if (bytes > 0) await this.functions.value("noteWritten", { clinic, bytes, at: this.now() });
  }
}
