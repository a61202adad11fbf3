import type { ClinicScope } from "#server/database/db.ts";
import type { JobQueue } from "#server/jobs/job-queue.ts";
import type { Job } from "#server/jobs/jobs.ts";
import type { App } from "#server/kit.ts";
import { checkImport } from "./check-import.ts";
import { selectImport, updateImport, updateRows } from "./import-store.ts";
import { noteFigures } from "./note-progress.ts";
import { runImport } from "./run-import.ts";
import { takeBackImport } from "./take-back.ts";

/** After this time without a batch another process continues. */
const LEASE = 60_000;
/** The limit of attempts for work that makes no progress. */
export const MAX_ATTEMPTS = 5;

const workOf = { checking: checkImport, running: runImport, "taking-back": takeBackImport };
type Working = keyof typeof workOf;

/** Lists to check, import or take back, one after another. */
export const importQueue: JobQueue = {
  name: "imports",
  atOnce: 1,
  async take(app, { clinicId, id }, closing) {
    const { databases, now } = app.kit;
    const openClinic = (userId: number, event: string) =>
      databases.openClinicUnshared({ clinicId: clinicId ?? 0, userId, ownerUserId: null, event });
    const taken = await takeImport(openClinic(0, "import.run"), id, now());
    if (!taken) return null;
    const event = taken.state === "taking-back" ? "import.takeBack" : "import.run";
    return () => work(app, openClinic(taken.workedForId, event), { ...taken, id }, closing);
  },
};

type Taken = { id: number; state: Working; attempts: number };

async function takeImport(clinic: ClinicScope, id: number, now: Date) {
  const taken = await updateImport(clinic, id)
    .set((row) => ({
      leasedUntil: new Date(now.getTime() + LEASE).toISOString(),
      attempts: row("attempts", "+", 1),
    }))
    .where("state", "in", Object.keys(workOf))
    .where((row) => row.or([row("leasedUntil", "is", null), row("leasedUntil", "<=", now.toISOString())]))
    .returning(["state", "attempts", "workedForId"])
    .executeTakeFirst();
  return taken && { ...taken, state: taken.state as Working };
}

async function work(
  { kit, log }: App,
  clinic: ClinicScope,
  { id, state, attempts }: Taken,
  closing: AbortSignal,
): Promise<undefined> {
  const about = { clinicId: clinic.id, importId: id, state };
  if (attempts > MAX_ATTEMPTS) {
    await giveUp(clinic, id);
    log.error({ ...about, attempts }, "import given up");
    return;
  }
  const began = performance.now();
  try {
    await workOf[state](clinic, id, { now: kit.now, lease: LEASE, closing });
  } catch (error) {
    await noteProblem(clinic, id);
    throw error;
  }
  log.info({ ...about, ms: Math.round(performance.now() - began) }, "import worked on");
}

/** It is retried when the lease expires; finished batches stay. */
async function noteProblem(clinic: ClinicScope, id: number): Promise<void> {
  await updateImport(clinic, id)
    .set({ problem: "The work was interrupted. It goes on in a minute." })
    .execute()
    // The cause of the failure may also prevent this.
    .catch(() => undefined);
}

/** What was imported or undone so far stays; the rest is listed as left out, and the owner decides. */
function giveUp(clinic: ClinicScope, id: number): Promise<void> {
  return clinic.transaction(async (joined) => {
    const stored = await selectImport(joined, id).select("state").forUpdate().executeTakeFirst();
    if (stored?.state === "running")
      await updateRows(joined, id)
        .set({ state: "look", reason: "The import stopped before this row" })
        .where("state", "=", "new")
        .execute();
    await noteFigures(
      joined,
      id,
      stored?.state === "checking"
        ? { state: "mapping", problem: "The list could not be checked. Try again later." }
        : { state: "done", problem: "The work stopped. What was done so far can be taken back." },
    );
  });
}

export const importJobs: Job[] = [
  {
    name: "sweep old imports",
    everyMs: 3_600_000,
    isAtStart: true,
    run: (app, now) => app.kit.databases.functions.value("sweepImports", { at: now }),
  },
];
