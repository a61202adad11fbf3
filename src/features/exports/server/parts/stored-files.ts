import type { Snapshot } from "#server/database/driver/snapshot.ts";
import type { Storage } from "#server/storage/storage.ts";
import { isNotThere } from "#server/storage/storage.ts";
import { BYTE_ORDER_MARK, csvRows } from "#shared/formats/csv.ts";
import type { Archive } from "../archive/archive.ts";
import type { Spool } from "../archive/spool.ts";

type StoredFile = {
  id: number;
  path: string;
  name: string;
  size: number;
  storedAs: string;
  patientId: number | null;
  patient: string | null;
};

/** Characters of a folder's or file's name in the archive; the whole path stays below Windows' limit. */
const longest = 80;

/** A name that is valid on every system. */
function safeName(text: string): string {
  const plain = text
    .normalize("NFC")
    .replace(/[\p{C}/\\:*?"<>|]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(plain)?.[0] ?? "";
  const stem = plain.slice(0, plain.length - ending.length).slice(0, longest - ending.length);
  const name = `${stem.replace(/[. ]+$/, "")}${ending}`.replace(/^[. ]+/, "");
  // Names of devices under Windows, with any ending.
  return name === "" || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name) ? `_${name}` : name;
}

/** In a folder of the patient. The file's id makes the name unique. */
const nameInArchive = ({ id, name, patientId, patient }: StoredFile): string =>
  patientId === null
    ? `files/without patient/${id} ${safeName(name)}`
    : `files/${patientFolder(patient ?? "", patientId)}/${id} ${safeName(name)}`;

export const patientFolder = (patient: string, id: number): string => `${safeName(patient)} (${id})`;

/** Files whose bytes are stored, from the snapshot; removed ones too, since the record shows them. */
export async function* storedFiles(snapshot: Snapshot, clinicId: number): AsyncGenerator<StoredFile> {
  for (let after = 0; ; ) {
    const rows = await snapshot.rows<StoredFile>(
      `select f.id, f.path, f.name, f.size, f.stored_as as "storedAs", f.patient_id as "patientId",
              (select p.patient_name from patients p where p.clinic_id = f.clinic_id and p.id = f.patient_id) as patient
       from files f where f.clinic_id = $1 and f.id > $2 and f.given_up_at is null order by f.id limit 200`,
      [clinicId, after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

type FilesWritten = { files: number; bytes: number; lost: string[] };
/** Names of lost files that the manifest lists. */
const mostLost = 1000;

/**
 * The clinic's files, from a list that was saved while the snapshot was open, since the store is read long after it.
 * Files that the store has lost are listed in the manifest.
 */
export async function addStoredFiles(
  archive: Archive,
  storage: Pick<Storage, "get">,
  list: Spool,
  onAdded: () => void,
): Promise<FilesWritten> {
  const written: FilesWritten = { files: 0, bytes: 0, lost: [] };
  for await (const file of list.values<StoredFile>()) {
    const name = nameInArchive(file);
    const bytes = await storage.get(file.storedAs).catch((error: unknown) => {
      if (isNotThere(error)) return null;
      throw error;
    });
    if (bytes) {
      const { bytes: size } = await archive.addFile(name, bytes, file.size);
      written.files += 1;
      written.bytes += size;
    } else if (written.lost.length < mostLost) written.lost.push(name);
    onAdded();
  }
  return written;
}

/** An index of the files in the archive, for people. */
export const listHead = `${BYTE_ORDER_MARK}${csvRows([["File", "Name", "Patient", "Bytes", "Id"]])}`;

export async function* fileList(list: Spool): AsyncGenerator<string> {
  for await (const file of list.values<StoredFile>())
    yield csvRows([
      [nameInArchive(file), file.name, file.patient ?? "", String(file.size), String(file.id)],
    ]).slice(0, -2);
}
