import type { Snapshot } from "#server/database/driver/snapshot.ts";
import { migrationFiles } from "#server/database/migration-files.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import type { Archive } from "./archive/archive.ts";
import { Spool } from "./archive/spool.ts";
import type { Work } from "./export-work.ts";
import { fhirParts } from "./parts/fhir-parts.ts";
import { linesParts } from "./parts/lines-parts.ts";
import { addPapers, countPapers, papersOf } from "./parts/papers.ts";
import { readMe } from "./parts/read-me.ts";
import { addStoredFiles, fileList, listHead, storedFiles } from "./parts/stored-files.ts";
import { userNames } from "./tables/csv-rows.ts";
import { exportedTables, leftOut } from "./tables/exported-tables.ts";
import { type CountedTable, countedTables } from "./tables/table-shapes.ts";

/** Format version of the archive: a reader refuses an unknown one. */
export const ARCHIVE_VERSION = 1;

export type Written = { patients: number; files: number };

/**
 * Writes everything into `archive`. Tables are read from one snapshot, which also lists the files and papers. Their
 * bytes are read and drawn after it, and FHIR is read page by page, so that no transaction lasts as long as these
 * take.
 */
export async function writeArchive(archive: Archive, work: Work): Promise<Written> {
  const { kit, scope, now, signal, progress } = work;
  const { dataDir } = kit.settings;
  const [files, papers] = [await Spool.begin(dataDir), await Spool.begin(dataDir)];
  try {
    const tables = await kit.databases.snapshot(scope, (snapshot) =>
      writeTables(archive, snapshot, { work, files, papers }),
    );
    for (const part of fhirParts(kit.databases.openClinicUnshared(scope), now)) {
      signal.throwIfAborted();
      progress.part(part.name);
      await archive.addLines(part, () => signal.throwIfAborted());
    }
    progress.part("Files");
    const stored = await addStoredFiles(archive, kit.storage, files, () => {
      signal.throwIfAborted();
      progress.done(1);
    });
    if (work.hasPapers) progress.part("Papers");
    const drawn = await addPapers(archive, work, papers);
    const patients = tables.find(({ name }) => name === "patients")?.rows ?? 0;
    await archive.finish({
      format: "klinika-clinic",
      version: ARCHIVE_VERSION,
      clinicId: scope.clinicId,
      madeAt: now.toISOString(),
      migration: (await migrationFiles()).at(-1)?.name,
      tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
      leftOut,
      files: stored,
      papers: drawn,
    });
    return { patients, files: stored.files };
  } finally {
    await files.remove();
    await papers.remove();
  }
}

async function writeTables(
  archive: Archive,
  snapshot: Snapshot,
  { work, files, papers }: { work: Work; files: Spool; papers: Spool },
): Promise<CountedTable[]> {
  const { scope, progress, signal, now } = work;
  const { clinicId } = scope;
  const shapes = await countedTables(snapshot, clinicId);
  const [clinic] = await snapshot.rows<{ name: string }>("select name from clinics where id = $1", [
    clinicId,
  ]);
  const users = await userNames(snapshot, clinicId);
  for await (const file of storedFiles(snapshot, clinicId)) await files.add(file);
  if (work.hasPapers) for await (const paper of papersOf(snapshot, clinicId)) await papers.add(paper);
  const parts = linesParts({ snapshot, clinicId, shapes, users });
  const rowsOf = (name: string) => shapes.find((shape) => shape.name === name)?.rows ?? 0;
  const rows = shapes.reduce(
    (sum, shape) => sum + shape.rows * (exportedTables[shape.name]?.forMachinesAlone ? 1 : 2),
    0,
  );
  progress.total(rows + rowsOf("files") + (work.hasPapers ? await countPapers(snapshot, clinicId) : 0));
  const about = Buffer.from(readMe(clinic?.name ?? "", formatInstant(now.toISOString())));
  await archive.addBytes("README.txt", about);
  for (const part of parts) {
    signal.throwIfAborted();
    progress.part(part.name);
    await archive.addLines(part, (count) => {
      signal.throwIfAborted();
      progress.done(count);
    });
  }
  await archive.addLines(
    { name: "csv/files-in-this-archive.csv", head: listHead, end: "\r\n", lines: fileList(files) },
    () => undefined,
  );
  return shapes;
}
