import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { type Readable, Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import * as z from "zod";
import { ARCHIVE_VERSION } from "#features/exports/server/write-archive.ts";
import { OperationError } from "#operations/operation.ts";
import { earlier } from "#server/database/adopt.ts";
import { migrationFiles } from "#server/database/migration-files.ts";

const count = z.int().min(0);

const manifestSchema = z.object({
  format: z.literal("klinika-clinic"),
  version: z.int(),
  clinicId: z.int().positive(),
  madeAt: z.iso.datetime(),
  migration: z.string(),
  tables: z.record(z.string(), count),
  files: z.object({ files: count, bytes: count, lost: z.array(z.string()) }),
  entries: z.array(
    z.object({
      name: z.string(),
      bytes: count,
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      rows: z.optional(count),
    }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** An archive of one clinic. Its files are read as streams and compared with their checksums. */
export class ClinicArchive {
  private readonly zip: ZipFile;
  private readonly entries: Map<string, Entry>;
  readonly manifest: Manifest;

  private constructor(zip: ZipFile, entries: Map<string, Entry>, manifest: Manifest) {
    this.zip = zip;
    this.entries = entries;
    this.manifest = manifest;
  }

  /** @throws OperationError if it is no such archive, or of an unknown version */
  static async open(path: string): Promise<ClinicArchive> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
      throw new OperationError(`${path} cannot be read as an archive: ${error.message}.`);
    });
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      const manifest = await readManifest(zip, entries.get("manifest.json"), path);
      return new ClinicArchive(zip, entries, manifest);
    } catch (error) {
      zip.close();
      throw error instanceof OperationError
        ? error
        : new OperationError(`${path} is damaged: ${(error as Error).message}.`);
    }
  }

  close(): void {
    this.zip.close();
  }

  /** Verifies all files except those of one folder. @throws OperationError that lists what is wrong */
  async verify(exceptFolder: string): Promise<void> {
    const { entries } = this.manifest;
    const named = new Set(["manifest.json", ...entries.map(({ name }) => name)]);
    const wrong = [...this.entries.keys()]
      .filter((name) => !named.has(name))
      .map((name) => `${name} is not listed in the manifest`);
    for (const { name } of entries) {
      if (wrong.length >= 10) break;
      if (!this.entries.has(name)) wrong.push(`${name} is missing`);
      else if (!name.startsWith(exceptFolder))
        await pipeline(await this.read(name), async (chunks) => {
          for await (const _ of chunks);
        }).catch((error: Error) => wrong.push(error.message));
    }
    if (wrong.length > 0)
      throw new OperationError(`The archive is damaged: ${wrong.join("; ")}. Nothing was changed.`);
  }

  /** The stream fails at its end if the bytes do not match the manifest. */
  async read(name: string): Promise<Readable> {
    const entry = this.entries.get(name);
    const listed = this.manifest.entries.find((each) => each.name === name);
    if (!entry || !listed) throw new OperationError(`The archive has no ${name}. Nothing was changed.`);
    const hash = createHash("sha256");
    const checked = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
      flush(done) {
        done(hash.digest("hex") === listed.sha256 ? null : new OperationError(`${name} is damaged`));
      },
    });
    const bytes = await this.zip.openReadStreamPromise(entry);
    bytes.on("error", (error) =>
      checked.destroy(new OperationError(`${name} is damaged (${error.message})`)),
    );
    return bytes.pipe(checked);
  }

  async *lines(name: string): AsyncGenerator<string> {
    const bytes = await this.read(name);
    // readline does not forward errors of the stream.
    const failed = new Promise<never>((_, reject) => bytes.once("error", reject));
    failed.catch(() => undefined);
    const lines = createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })[
      Symbol.asyncIterator
    ]();
    for (;;) {
      const next = await Promise.race([lines.next(), failed]);
      if (next.done) break;
      if (next.value !== "") yield next.value;
    }
    if (bytes.errored) throw bytes.errored;
  }

  /** Names of the uploaded files in the archive, by their ids. */
  storedFiles(): Map<number, string> {
    const found = new Map<number, string>();
    for (const { name } of this.manifest.entries) {
      const id = /^files\/[^/]+\/(\d+) /.exec(name)?.[1];
      if (id !== undefined) found.set(Number(id), name);
    }
    return found;
  }
}

async function readManifest(zip: ZipFile, entry: Entry | undefined, path: string): Promise<Manifest> {
  if (!entry) throw new OperationError(`${path} is no archive of a clinic: it has no manifest.json.`);
  const parsed: unknown = JSON.parse(await text(await zip.openReadStreamPromise(entry)));
  const read = manifestSchema.safeParse(parsed);
  if (!read.success) throw new OperationError(`The manifest of ${path} is not that of a clinic's archive.`);
  const { migration } = read.data;
  const known = migration === earlier.last || (await migrationFiles()).some(({ name }) => name === migration);
  if (read.data.version > ARCHIVE_VERSION || !known)
    throw new OperationError(
      "A newer Klinika made this archive. Update this one first. Nothing was changed.",
    );
  return read.data;
}
