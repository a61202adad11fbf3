import { FETCHED_WITHIN } from "#features/exports/contract.ts";
import { statesAtWork } from "#features/exports/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Scope } from "#server/database/driver/scoped-query.ts";
import type { JobQueue } from "#server/jobs/job-queue.ts";
import type { Job } from "#server/jobs/jobs.ts";
import type { App, Kit } from "#server/kit.ts";
import { notifyUsers } from "#server/notifications.ts";
import { Failure } from "#shared/errors.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { Archive } from "./archive/archive.ts";
import type { Work } from "./export-work.ts";
import { type Written, writeArchive } from "./write-archive.ts";

/** After this time without a heartbeat another process restarts it. */
const LEASE = 60_000;
/** How often progress is saved and cancellation is checked. */
const NOTED = 2000;
/** The limit of attempts per export. */
const MAX_ATTEMPTS = 3;

const HOUR = 3_600_000;
type Taken = { id: number; userId: number; storedAs: string | null; hasPapers: boolean; attempts: number };

/** Archives to write, one after another. */
export const exportQueue: JobQueue = {
  name: "exports",
  atOnce: 1,
  async take(app, { clinicId, id }, closing) {
    const scopeOf = (userId: number): Scope => ({
      clinicId: clinicId ?? 0,
      userId,
      ownerUserId: null,
      event: "clinic.export",
    });
    const { databases, now } = app.kit;
    const taken = await takeExport(databases.openClinicUnshared(scopeOf(0)), id, now());
    return taken ? () => work(app, scopeOf(taken.userId), { ...taken, id }, closing) : null;
  },
};

const takeExport = (clinic: ClinicScope, id: number, now: Date) =>
  clinic.db
    .updateTable("exports")
    .set((row) => ({
      state: "running",
      leasedUntil: new Date(now.getTime() + LEASE).toISOString(),
      attempts: row("attempts", "+", 1),
      done: 0,
    }))
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("state", "in", statesAtWork)
    .where((row) => row.or([row("leasedUntil", "is", null), row("leasedUntil", "<=", now.toISOString())]))
    .returning(["createdById as userId", "storedAs", "hasPapers", "attempts"])
    .executeTakeFirst();

async function work({ kit, log }: App, scope: Scope, taken: Taken, closing: AbortSignal): Promise<undefined> {
  const { id, attempts, storedAs, hasPapers } = taken;
  const clinic = kit.databases.openClinicUnshared(scope);
  const about = { clinicId: clinic.id, exportId: id };
  if (attempts > MAX_ATTEMPTS || storedAs === null) {
    log.error({ ...about, attempts }, "export given up");
    await fail(clinic, taken, kit, "The export was interrupted several times. Please try again later.");
    return;
  }
  const began = performance.now();
  const heartbeat = new Heartbeat(clinic, taken, kit, closing);
  try {
    await refuseWithoutRoom(clinic, kit);
    const written = await store(
      { kit, scope, now: kit.now(), hasPapers, signal: heartbeat.signal, progress: heartbeat },
      storedAs,
    );
    await heartbeat.stop();
    await finish(clinic, taken, kit, { ...written, done: heartbeat.written });
    log.info({ ...about, ms: Math.round(performance.now() - began) }, "export made");
  } catch (error) {
    await heartbeat.stop();
    if (heartbeat.isCancelled) return;
    if (closing.aborted) {
      // The next process restarts it at once.
      await release(clinic, id);
      return;
    }
    if (error instanceof Failure && error.code === "storage_full") {
      await fail(clinic, taken, kit, error.message);
      return;
    }
    await noteProblem(clinic, id, "The work was interrupted. It begins anew in a minute.");
    throw error;
  }
}

const runningExport = (clinic: ClinicScope, id: number) =>
  clinic.db
    .updateTable("exports")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("state", "=", "running");

/** Streams the archive into the store as it is written. */
async function store(work: Work, key: string): Promise<Written & { bytes: number }> {
  const archive = await Archive.begin(work.kit.settings.dataDir, work.now);
  const stop = () => archive.output.destroy(work.signal.reason);
  work.signal.addEventListener("abort", stop, { once: true });
  try {
    const stored = work.kit.storage.putStream(key, archive.output);
    const [written] = await Promise.all([
      writeArchive(archive, work).catch((error: unknown) => {
        archive.output.destroy(error as Error);
        throw error;
      }),
      stored,
    ]);
    return { ...written, bytes: archive.bytes };
  } finally {
    work.signal.removeEventListener("abort", stop);
    await archive.removeSpools();
  }
}

/** @throws Failure where the archive would fill the disk */
async function refuseWithoutRoom(clinic: ClinicScope, { settings, roomOf }: Kit): Promise<void> {
  if (settings.s3Bucket !== null) return;
  const { bytes } = await clinic.db
    .selectFrom("files")
    .select((from) => from.fn.coalesce(from.fn.sum<number>("size"), from.val(0)).as("bytes"))
    .where("clinicId", "=", clinic.id)
    .executeTakeFirstOrThrow();
  const room = await roomOf(settings.dataDir);
  if (room && room.free < Number(bytes) * 1.05 + Math.min(1e9, room.all / 20))
    throw new Failure(
      "storage_full",
      "The server has not enough room for the archive. Please contact your administrator.",
    );
}

/** Renews the lease with the progress, and aborts `signal` when the export was cancelled. */
class Heartbeat {
  private readonly clinic: ClinicScope;
  private readonly taken: Taken;
  private readonly kit: Kit;
  private readonly stopping = new AbortController();
  readonly signal: AbortSignal;
  private readonly timer: NodeJS.Timeout;
  private beat: Promise<void> = Promise.resolve();
  private all = 0;
  private count = 0;
  private name: string | null = null;
  isCancelled = false;

  constructor(clinic: ClinicScope, taken: Taken, kit: Kit, closing: AbortSignal) {
    this.clinic = clinic;
    this.taken = taken;
    this.kit = kit;
    this.signal = AbortSignal.any([this.stopping.signal, closing]);
    this.timer = setInterval(() => {
      this.beat = this.beat.then(() => this.note());
    }, NOTED);
  }

  total(count: number): void {
    this.all = count;
  }
  part(name: string): void {
    this.name = name;
  }
  done(count: number): void {
    this.count += count;
  }

  get written(): number {
    return this.count;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.beat;
  }

  /** A short outage of the database stops nothing: the lease says how long it may last. */
  private async note(): Promise<void> {
    const changed = await runningExport(this.clinic, this.taken.id)
      .set({
        part: this.name,
        done: this.count,
        total: this.all,
        problem: null,
        leasedUntil: new Date(this.kit.now().getTime() + LEASE).toISOString(),
      })
      // Another process has claimed it because this one could not reach the database for longer than the lease.
      .where("attempts", "=", this.taken.attempts)
      .executeTakeFirst()
      .catch(() => null);
    if (changed === null || changed.numUpdatedRows > 0n) return;
    this.isCancelled = true;
    this.stopping.abort(new Error("The export was cancelled."));
  }
}

/** Marks it as ready and notifies the owner in one transaction, unless it was cancelled at the last moment. */
function finish(
  clinic: ClinicScope,
  { id, userId, attempts }: Taken,
  kit: Kit,
  { bytes, patients, files, done }: Written & { bytes: number; done: number },
): Promise<void> {
  const now = kit.now();
  const expiresAt = new Date(now.getTime() + FETCHED_WITHIN * HOUR).toISOString();
  return clinic.transaction(async (joined) => {
    const changed = await runningExport(joined, id)
      .set({
        state: "ready",
        part: null,
        done,
        total: done,
        problem: null,
        bytes,
        patients,
        files,
        readyAt: now.toISOString(),
        expiresAt,
        leasedUntil: null,
      })
      .where("attempts", "=", attempts)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    const notice = {
      type: "success",
      title: "Your clinic's export is ready",
      message: `Download it in Settings, Export, until ${formatInstant(expiresAt)}.`,
    } as const;
    await notifyUsers(joined, [userId], notice, now);
  });
}

async function fail(clinic: ClinicScope, { id, userId }: Taken, kit: Kit, problem: string): Promise<void> {
  await clinic.transaction(async (joined) => {
    await runningExport(joined, id)
      .set({ state: "failed", part: null, problem, leasedUntil: null })
      .execute();
    const notice = { type: "error", title: "Your clinic's export was not made", message: problem } as const;
    await notifyUsers(joined, [userId], notice, kit.now());
  });
}

async function release(clinic: ClinicScope, id: number): Promise<void> {
  await runningExport(clinic, id)
    .set((row) => ({ state: "waiting", leasedUntil: null, attempts: row("attempts", "-", 1) }))
    .execute()
    // A shutdown may have closed the database too: then the lease expires.
    .catch(() => undefined);
}

async function noteProblem(clinic: ClinicScope, id: number, problem: string): Promise<void> {
  await runningExport(clinic, id)
    .set({ problem })
    .execute()
    .catch(() => undefined);
}

/** Deletes expired archives, and the leftovers of cancelled and failed ones. */
export async function sweepExports({ kit }: App, now: Date): Promise<void> {
  for (const { clinicId, id, storedAs } of await kit.databases.functions.rows("exportsToRemove", {
    at: now,
  })) {
    await kit.storage.remove(storedAs);
    await kit.databases.functions.value("exportWasRemoved", { clinic: clinicId, id });
  }
}

export const exportJobs: Job[] = [
  { name: "remove exports that are over", everyMs: 60_000, isAtStart: true, run: sweepExports },
];
