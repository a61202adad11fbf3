import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { OperationError } from "#operations/operation.ts";

/**
 * A backup is a folder: `manifest.json`, `tables/NAME.copy.gz`, `files/KEY`, and `SHA256SUMS` over all of them, for
 * `sha256sum -c`. In an encrypted one tables and files end in `.age`; the manifest, which contains only counts and
 * checksums, and SHA256SUMS are readable without a key.
 */
export const manifestName = "manifest.json";
export const sumsName = "SHA256SUMS";
const format = 1;
/** A Klinika without encrypted backups rejects this format as a newer one. */
const encryptedFormat = 2;

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifestSchema = z.object({
  format: z.literal([format, encryptedFormat]),
  /** The public key that tables and files are encrypted to. */
  encryptedTo: z.optional(z.string()),
  why: z.enum(["by hand", "on schedule", "before migrating"]),
  /** The instant of the snapshot that all tables were read in. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  program: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })).min(1),
  clinics: count,
  patients: count,
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: count,
      /** Of the rows as text, ordered by their key: independent of the version of PostgreSQL. */
      sha256,
    }),
  ),
  leftOut: z.array(z.string()),
  /** Head of the record history's hash chains; absent in backups from before there were any. */
  historyHead: z.optional(z.string().regex(/^\d+:[0-9a-f]{64}$/)),
  files: z.object({ count, bytes: count, lost: z.array(z.string()) }),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type BackedUpTable = Manifest["tables"][number];

export const newManifest = (content: Omit<Manifest, "format">): Manifest => ({
  format: content.encryptedTo === undefined ? format : encryptedFormat,
  ...content,
});

const ageEnding = ".age";
export const fileOfTable = (name: string, isEncrypted: boolean) =>
  `tables/${name}.copy.gz${isEncrypted ? ageEnding : ""}`;
export const fileOfKey = (key: string, isEncrypted: boolean) => `files/${key}${isEncrypted ? ageEnding : ""}`;
/** Of a path in `files/`. */
export const keyOfFile = (path: string, isEncrypted: boolean) =>
  path.slice("files/".length, isEncrypted ? -ageEnding.length : undefined);

/** @throws OperationError when the folder is no backup, or one of another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => {
    throw new OperationError(`${folder} is no backup: it has no ${manifestName}.`);
  });
  const read = manifestSchema.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new OperationError(
    `${join(folder, manifestName)} is damaged, or a newer Klinika wrote it. Nothing was changed.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** By the path inside the backup. Empty if there is no such file. */
export async function readSums(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, sumsName), "utf8").catch(() => "");
  const lines = text.split("\n").map((line) => /^([0-9a-f]{64}) {2}(.+)$/.exec(line));
  return new Map(lines.flatMap((found) => (found ? [[found[2] ?? "", found[1] ?? ""] as const] : [])));
}

/**
 * Verifies every byte of a backup; without its files, only those of the tables.
 * @throws OperationError that lists what is damaged, missing or does not belong to it
 */
export async function verifyBackup(folder: string, { withFiles = true } = {}): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const sums = await readSums(folder);
  const paths = new Set(await pathsIn(folder));
  const wrong: string[] = [];
  for (const [path, sum] of sums) {
    if (!paths.delete(path)) wrong.push(`${path} is missing`);
    else if (!withFiles && path.startsWith("files/")) continue;
    else if ((await sha256Of(join(folder, path))) !== sum) wrong.push(`${path} is damaged`);
  }
  paths.delete(sumsName);
  for (const path of paths) wrong.push(`${path} does not belong to this backup`);
  const tables = manifest.tables.map(({ name }) => fileOfTable(name, manifest.encryptedTo !== undefined));
  for (const path of [manifestName, ...tables]) if (!sums.has(path)) wrong.push(`${path} has no checksum`);
  const files = [...sums.keys()].filter((path) => path.startsWith("files/")).length;
  if (files !== manifest.files.count)
    wrong.push(`it lists ${files} files, its manifest ${manifest.files.count}`);
  if (wrong.length === 0) return manifest;
  const shown = wrong.slice(0, 10).join("; ");
  const more = wrong.length > 10 ? `; and ${wrong.length - 10} more` : "";
  throw new OperationError(`The backup ${folder} is damaged: ${shown}${more}.`);
}

/** Paths of all files in the folder, with slashes on every system. */
async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll("\\", "/"));
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done();
    },
  });
  await pipeline(createReadStream(file, { highWaterMark: 1 << 18 }), into);
  return hash.digest("hex");
}

export type FoundBackup = { folder: string; takenAt: Date; manifest: Manifest };

/** The complete backups in a folder, oldest first. Unfinished and unreadable ones are skipped. */
export async function listBackups(into: string): Promise<FoundBackup[]> {
  const names = await readdir(into).catch(() => []);
  const found: FoundBackup[] = [];
  for (const name of names.filter((each) => each.startsWith("klinika-"))) {
    const folder = join(into, name);
    const isFolder = (await stat(folder).catch(() => null))?.isDirectory();
    const manifest = isFolder ? await readManifest(folder).catch(() => null) : null;
    if (manifest) found.push({ folder, takenAt: new Date(manifest.takenAt), manifest });
  }
  return found.sort((a, b) => a.takenAt.getTime() - b.takenAt.getTime());
}
