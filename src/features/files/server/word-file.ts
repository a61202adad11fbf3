import type { Bytes } from "./bytes.ts";

const notWord = "This isn't a valid Word document.";

/**
 * A .doc is a compound file (MS-CFB) with a stream named WordDocument. Installers, spreadsheets and encrypted
 * packages are compound files too.
 */
export async function findDocFault(bytes: Bytes): Promise<string | null> {
  const names = await compoundNames(bytes);
  return names?.has("WordDocument") ? null : notWord;
}

const lastSector = 0xfffffffa;
const mostSectors = 512;

/** Names of the entries in a compound file's directory; null when it is none. */
async function compoundNames({ read }: Bytes): Promise<Set<string> | null> {
  const header = await read(0, 512);
  if (header.length < 512 || header.toString("hex", 0, 8) !== "d0cf11e0a1b11ae1") return null;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const sectorSize = 2 ** shift;
  const sector = (number: number) => read((number + 1) * sectorSize, sectorSize);
  const names = new Set<string>();
  const seen = new Set<number>();
  let at = header.readUInt32LE(48);
  // A chain that loops or never ends is damaged or malicious.
  while (at <= lastSector && !seen.has(at) && seen.size < mostSectors) {
    seen.add(at);
    const directory = await sector(at);
    for (let entry = 0; entry + 128 <= directory.length; entry += 128) {
      const length = directory.readUInt16LE(entry + 64);
      const isStream = directory[entry + 66] === 2;
      if (isStream && length >= 2 && length <= 64)
        names.add(directory.toString("utf16le", entry, entry + length - 2));
    }
    const next = await followingSector(at, header, sectorSize, sector);
    if (next === null) break;
    at = next;
  }
  return names;
}

/** The next sector of a chain in the allocation table, whose first 109 sectors the header lists: 7 MB. */
async function followingSector(
  at: number,
  header: Buffer,
  sectorSize: number,
  sector: (number: number) => Promise<Buffer>,
): Promise<number | null> {
  const perSector = sectorSize / 4;
  const index = Math.floor(at / perSector);
  if (index >= 109) return null;
  const table = header.readUInt32LE(76 + index * 4);
  if (table > lastSector) return null;
  const offset = (at % perSector) * 4;
  const entries = await sector(table);
  return offset + 4 <= entries.length ? entries.readUInt32LE(offset) : null;
}

/** The unpacked size that a document may declare; it is never unpacked here. */
const mostUnpacked = 250_000_000;
const mostDirectory = 1_000_000;

/** A .docx is a ZIP archive with word/document.xml. Only the archive's directory is read. */
export async function findDocxFault(bytes: Bytes): Promise<string | null> {
  const entries = await zipEntries(bytes);
  if (!entries) return notWord;
  const names = new Set(entries.map(({ name }) => name));
  if (!names.has("word/document.xml") || !names.has("[Content_Types].xml")) return notWord;
  if ([...names].some((name) => /(^|\/)vbaProject\.bin$/i.test(name)))
    return "This document contains macros. Save it as a plain .docx without macros and upload that.";
  const unpacked = entries.reduce((total, { size }) => total + size, 0);
  return unpacked > mostUnpacked ? "The document would be too large when it is opened." : null;
}

/** Names and unpacked sizes from the archive's central directory (APPNOTE 4.3.12); null when it is incomplete. */
async function zipEntries({ size, read }: Bytes): Promise<{ name: string; size: number }[] | null> {
  if ((await read(0, 4)).toString("hex") !== "504b0304") return null;
  const tailStart = Math.max(0, size - 65_557);
  const tail = await read(tailStart, 65_557);
  const end = tail.lastIndexOf(Buffer.from("504b0506", "hex"));
  // The end record must be the end of the file: nothing may hide behind it.
  if (end < 0 || end + 22 > tail.length || end + 22 + tail.readUInt16LE(end + 20) !== tail.length)
    return null;
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (length > mostDirectory || start + length > tailStart + end) return null;
  const directory = await read(start, length);
  const entries: { name: string; size: number }[] = [];
  for (let at = 0; at + 46 <= directory.length; ) {
    if (directory.toString("hex", at, at + 4) !== "504b0102") return null;
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString("utf8", at + 46, at + 46 + nameLength),
      size: directory.readUInt32LE(at + 24),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}
