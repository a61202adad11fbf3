import { createHash } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { JobQueue } from "#server/jobs/job-queue.ts";
import type { Job } from "#server/jobs/jobs.ts";
import type { App, Kit } from "#server/kit.ts";
import { refuseWithoutRoom } from "#server/storage/disk-room.ts";
import { newStorageKey } from "#server/storage/storage.ts";
import { incomingFolder } from "#server/storage/storage-disk.ts";
import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import { fhirLines } from "../fhir-lines.ts";
import { changedSince } from "../search/parameters.ts";
import { deletedLines } from "./deleted-lines.ts";
import { DELETED, type ExportedFile, type FhirExport } from "./exports.ts";

/** After this time without a file or a heartbeat another process continues. */
const LEASE = 60_000;
const MAX_ATTEMPTS = 5;
/** Lines between heartbeats, which also check whether it was cancelled. */
const LINES_OF_TURN = 2000;

class Stopped extends Error {}

/** Exports to write, one after another. Each finished type is saved, so that another process can continue after it. */
export const fhirExportQueue: JobQueue = {
  name: "fhir_exports",
  atOnce: 1,
  async take(app, { clinicId, id }, closing) {
    const { databases, now } = app.kit;
    const openClinic = (userId: number) =>
      databases.openClinicUnshared({
        clinicId: clinicId ?? 0,
        userId,
        ownerUserId: null,
        event: "fhir.export",
      });
    const taken = await takeExport(openClinic(0), id, now());
    return taken ? () => work(app, openClinic(taken.userId), { ...taken, id }, closing) : null;
  },
};

const takeExport = (clinic: ClinicScope, id: number, now: Date) =>
  clinic.db
    .updateTable("fhirExports")
    .set((row) => ({
      leasedUntil: new Date(now.getTime() + LEASE).toISOString(),
      attempts: row("attempts", "+", 1),
    }))
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where((row) => row.or([row("leasedUntil", "is", null), row("leasedUntil", "<=", now.toISOString())]))
    .returning(["userId", "attempts"])
    .executeTakeFirst();

async function work(
  { kit, log }: App,
  clinic: ClinicScope,
  { id, attempts }: { id: number; attempts: number },
  closing: AbortSignal,
): Promise<undefined> {
  const about = { clinicId: clinic.id, exportId: id };
  if (attempts > MAX_ATTEMPTS) {
    await change(clinic, id, { state: "failed" });
    log.error({ ...about, attempts }, "export as FHIR given up");
    return;
  }
  const began = performance.now();
  try {
    await writeFiles(kit, clinic, id, closing);
    log.info({ ...about, ms: Math.round(performance.now() - began) }, "exported as FHIR");
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
}

async function writeFiles(kit: Kit, clinic: ClinicScope, id: number, closing: AbortSignal): Promise<void> {
  await refuseWithoutRoom(kit);
  const row = await clinic.db
    .selectFrom("fhirExports")
    .select(["types", sql<ExportedFile[]>`files`.as("files"), "state", "since"])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const files = [...row.files];
  const goOn = async () => {
    if (closing.aborted) throw new Stopped();
    const isGoing = await change(clinic, id, {
      leasedUntil: new Date(kit.now().getTime() + LEASE).toISOString(),
    });
    if (!isGoing) throw new Stopped();
  };
  const { since } = row;
  const types = row.types as FhirResourceType[];
  const filters = since === null ? [] : [changedSince("_since", since)];
  const written: ExportedFile["type"][] = since === null ? types : [...types, DELETED];
  for (const type of written) {
    if (files.some((file) => file.type === type)) continue;
    const lines =
      type === DELETED
        ? deletedLines(clinic, types, since ?? "")
        : fhirLines(clinic, type, kit.now(), filters);
    files.push(await writeFile(kit, clinic, { type, lines, goOn }));
    // Cancelled meanwhile, or another process took over: the sweep deletes what the row names, which is not this
    // file.
    if (!(await addFile(clinic, id, files))) {
      const last = files.at(-1);
      if (last?.storedAs) await kit.storage.remove(last.storedAs);
      throw new Stopped();
    }
  }
  await change(clinic, id, { state: "done" });
}

/** To the disk first, because a store needs to know a file's length. */
async function writeFile(
  kit: Kit,
  clinic: ClinicScope,
  {
    type,
    lines,
    goOn,
  }: { type: ExportedFile["type"]; lines: AsyncIterable<string>; goOn: () => Promise<void> },
): Promise<ExportedFile> {
  const incoming = incomingFolder(kit.settings.dataDir);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(incoming, "fhir-"));
  try {
    const path = join(folder, type);
    const hash = createHash("sha256");
    let count = 0;
    await pipeline(
      async function* () {
        for await (const line of lines) {
          if (count % LINES_OF_TURN === 0) await goOn();
          const written = `${line}\n`;
          hash.update(written);
          count += 1;
          yield written;
        }
      },
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    );
    if (count === 0) return { type, storedAs: null, count };
    await goOn();
    const storedAs = newStorageKey(clinic.id);
    await kit.storage.put(storedAs, { blob: await openAsBlob(path), sha256: hash.digest() });
    return { type, storedAs, count };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** False when the row is no longer pending, or has this file already. */
async function addFile(clinic: ClinicScope, id: number, files: readonly ExportedFile[]): Promise<boolean> {
  const { numUpdatedRows } = await clinic.db
    .updateTable("fhirExports")
    .set({ files: JSON.stringify(files), attempts: 0 })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where(sql<boolean>`jsonb_array_length(files) = ${files.length - 1}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Changes = {
  state?: FhirExport["state"];
  leasedUntil?: string;
};

/** False when it is no longer pending. */
async function change(clinic: ClinicScope, id: number, changes: Changes): Promise<boolean> {
  const { numUpdatedRows } = await clinic.db
    .updateTable("fhirExports")
    .set(changes)
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const fhirExportJobs: Job[] = [
  {
    name: "sweep exports as FHIR",
    everyMs: 600_000,
    isAtStart: true,
    run: (app, now) => app.kit.databases.functions.value("sweepFhirExports", { at: now }),
  },
];
