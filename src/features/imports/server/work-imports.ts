import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { Job } from "#server/jobs/jobs.ts";
import { oneAfterAnother } from "#server/jobs/one-after-another.ts";
import type { App } from "#server/kit.ts";
import { checkImport } from "./check-import.ts";
import { noteProgress } from "./note-progress.ts";
import { runImport } from "./run-import.ts";
import { takeBackImport } from "./take-back.ts";

/** After this time without a batch another process continues. */
const LEASE = 60_000;
/** The limit of attempts for work that makes no progress. */
export const MAX_ATTEMPTS = 5;

/** Runs pending imports, one after another, until none is left. */
export const workImports = oneAfterAnother(workOne);

/** False when none is pending. */
async function workOne({ kit, log }: App, closing: AbortSignal | undefined): Promise<boolean> {
  const { databases, now } = kit;
  const taken = await databases.functions.row("takeImport", { at: now(), lease: `${LEASE} milliseconds` });
  if (!taken) return false;
  const { clinicId, id, userId, state, attempts } = taken;
  const event = state === "taking-back" ? "import.takeBack" : "import.run";
  const clinic = databases.openClinicUnshared({ clinicId, userId, ownerUserId: null, event });
  const work = { now, lease: LEASE, closing };
  if (attempts > MAX_ATTEMPTS) {
    await giveUp(clinic, id);
    log.error({ clinicId, importId: id, state, attempts }, "import given up");
    return true;
  }
  const began = performance.now();
  try {
    if (state === "checking") await checkImport(clinic, id, work);
    else if (state === "running") await runImport(clinic, id, work);
    else await takeBackImport(clinic, id, work);
  } catch (error) {
    await noteProblem(clinic, id);
    throw error;
  }
  log.info({ clinicId, importId: id, state, ms: Math.round(performance.now() - began) }, "import worked on");
  return true;
}

/** It is retried when the lease expires; finished batches stay. */
async function noteProblem(clinic: ClinicScope, id: number): Promise<void> {
  await clinic.db
    .updateTable("imports")
    .set({ problem: "The work was interrupted. It goes on in a minute." })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .execute()
    // The cause of the failure may also prevent this.
    .catch(() => undefined);
}

/** What was imported or undone so far stays; the rest is listed as left out, and the owner decides. */
function giveUp(clinic: ClinicScope, id: number): Promise<void> {
  return clinic.transaction(async (joined) => {
    const stored = await joined.db
      .selectFrom("imports")
      .select(["state", "progress"])
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (stored?.state === "running")
      await joined.db
        .updateTable("importRows")
        .set({ state: "look", reason: "The import stopped before this row" })
        .where("clinicId", "=", clinic.id)
        .where("importId", "=", id)
        .where("state", "=", "new")
        .execute();
    await noteProgress(joined, id, {
      progress: stored?.progress ?? 0,
      state: stored?.state === "checking" ? "mapping" : "done",
      leasedUntil: null,
    });
    await joined.db
      .updateTable("imports")
      .set({
        problem: sql<string>`case when state = 'mapping' then 'The list could not be checked. Try again later.'
                                  else 'The work stopped. What was done so far can be taken back.' end`,
      })
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .execute();
  });
}

export const importJobs: Job[] = [
  // Frequent, because a user is waiting for it.
  { name: "work on imports", everyMs: 1000, run: workImports },
  {
    name: "sweep old imports",
    everyMs: 3_600_000,
    isAtStart: true,
    run: (app, now) => app.kit.databases.functions.value("sweepImports", { at: now }),
  },
];
