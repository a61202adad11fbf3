import { sql } from "kysely";
import { categoryLists, type FileCategory, fileCategories } from "#features/files/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { invalidField } from "#shared/errors.ts";
import { endingsInWords, takes } from "./file-kinds.ts";

type ListName = (typeof categoryLists)[FileCategory];
/** A patient's file lists; one that is not sent stays as it is. */
export type FileLists = Partial<Record<ListName, readonly string[] | undefined>>;

export const sendsFiles = (sent: FileLists) =>
  fileCategories.some((category) => sent[categoryLists[category]] !== undefined);

/**
 * Attaches the uploads in the lists to a patient, and detaches files that are no longer listed. Call it in the
 * transaction that writes the lists: rows are locked, so that only one of two patients gets an upload. A path must be
 * an upload of this clinic without another patient, of a type the category accepts.
 */
export async function attachFiles(
  clinic: ClinicScope,
  patientId: number,
  { sent, stored, now }: { sent: FileLists; stored: FileLists; now: Date },
): Promise<void> {
  refuseTwice(sent, stored);
  const changed = fileCategories.filter((category) => sent[categoryLists[category]] !== undefined);
  const rows = await lockFiles(
    clinic,
    changed.flatMap((category) => sent[categoryLists[category]] ?? []),
  );
  for (const category of changed) {
    const list = categoryLists[category];
    const paths = sent[list] ?? [];
    const ids: number[] = [];
    for (const path of paths) {
      const row = rows.get(path);
      const isFree =
        row &&
        row.givenUpAt === null &&
        row.confidentialToId === null &&
        (row.patientId ?? patientId) === patientId;
      if (!isFree && (row || !stored[list]?.includes(path)))
        throw invalidField(list, noSuchUpload(path, row));
      if (!row) continue;
      if (!takes(category, row.type))
        throw invalidField(list, `${row.name}: only ${endingsInWords(category)} files belong here.`);
      if (row.category !== category || row.removedAt !== null) ids.push(row.id);
    }
    await take(clinic, patientId, category, ids, now);
  }
  const remaining = new Set(fileCategories.flatMap((category) => listed(category, sent, stored)));
  const gone = changed
    .flatMap((category) => stored[categoryLists[category]] ?? [])
    .filter((path) => !remaining.has(path));
  await letGo(clinic, patientId, gone, now);
}

const listed = (category: FileCategory, sent: FileLists, stored: FileLists) =>
  sent[categoryLists[category]] ?? stored[categoryLists[category]] ?? [];

const noSuchUpload = (path: string, row: { name: string; confidentialToId: number | null } | undefined) =>
  row?.confidentialToId
    ? `${row.name} belongs to a confidential result. Take the mark off the result first.`
    : row
      ? `${row.name} belongs to another patient or was removed. Upload it again.`
      : `${path} isn't one of this clinic's files. Upload it, then save.`;

function refuseTwice(sent: FileLists, stored: FileLists): void {
  const first = new Map<string, ListName>();
  for (const category of fileCategories) {
    const list = categoryLists[category];
    for (const path of listed(category, sent, stored)) {
      const other = first.get(path);
      if (other)
        throw invalidField(
          sent[list] ? list : other,
          "A file can be listed once. Take it out of the other place first.",
        );
      first.set(path, list);
    }
  }
}

async function lockFiles(clinic: ClinicScope, paths: readonly string[]) {
  if (paths.length === 0) return new Map<string, never>();
  const rows = await clinic.db
    .selectFrom("files")
    .select([
      "id",
      "path",
      "name",
      "type",
      "category",
      "patientId",
      "removedAt",
      "givenUpAt",
      "confidentialToId",
    ])
    .where("clinicId", "=", clinic.id)
    .where("path", "=", sql<string>`any(${paths}::text[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.path, row]));
}

async function take(
  clinic: ClinicScope,
  patientId: number,
  category: FileCategory,
  ids: number[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await clinic.db
    .updateTable("files")
    .set({
      patientId,
      category,
      attachedAt: now.toISOString(),
      removedAt: null,
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
}

async function letGo(clinic: ClinicScope, patientId: number, paths: string[], now: Date): Promise<void> {
  if (paths.length === 0) return;
  await clinic.db
    .updateTable("files")
    .set({ removedAt: now.toISOString() })
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("path", "=", sql<string>`any(${paths}::text[])`)
    .where("removedAt", "is", null)
    .execute();
}
