import { Readable } from "node:stream";
import { Spool } from "./spool.ts";
import { type Written, ZipWriter } from "./zip-writer.ts";

/** A text file of the archive: any number of lines, without line ends. */
export type LinesPart = {
  /** Its path in the archive. */
  name: string;
  lines: AsyncIterable<string>;
  /** The header, with its line end. */
  head?: string;
  end?: "\n" | "\r\n";
};

/** The manifest's entry for one file of the archive. */
export type ManifestEntry = { name: string; bytes: number; sha256: string; rows?: number };

const CHUNK = 64 * 1024;

/** An archive being written. Its list of contents is in a spool file, not in memory. */
export class Archive {
  private readonly zip: ZipWriter;
  private readonly entries: Spool;
  private readonly directory: Spool;
  private isEmpty = true;

  private constructor(directory: Spool, entries: Spool, madeAt: Date) {
    this.directory = directory;
    this.entries = entries;
    this.zip = new ZipWriter(directory, madeAt);
  }

  static async begin(dataDir: string, madeAt: Date): Promise<Archive> {
    return new Archive(await Spool.begin(dataDir), await Spool.begin(dataDir), madeAt);
  }

  get output(): Readable {
    return this.zip.output;
  }

  /** Bytes of the whole archive so far. */
  get bytes(): number {
    return this.zip.bytes;
  }

  /** Returns the number of lines. `onWritten` is called with the count as they are written. */
  async addLines(
    { name, lines, head = "", end = "\n" }: LinesPart,
    onWritten: (rows: number) => void,
  ): Promise<number> {
    let rows = 0;
    const chunks = async function* () {
      let text = head;
      let reported = 0;
      for await (const line of lines) {
        text += line + end;
        rows += 1;
        if (text.length < CHUNK) continue;
        yield Buffer.from(text);
        onWritten(rows - reported);
        reported = rows;
        text = "";
      }
      if (text !== "") yield Buffer.from(text);
      onWritten(rows - reported);
    };
    const written = await this.zip.add(name, chunks(), { compress: true });
    await this.note({ name, rows, ...written });
    return rows;
  }

  /** Pictures and papers are compressed already. */
  async addFile(name: string, bytes: Readable | AsyncIterable<Buffer>, mostBytes: number): Promise<Written> {
    const written = await this.zip.add(name, bytes, { compress: false, mostBytes });
    await this.note({ name, ...written });
    return written;
  }

  /** Ends the archive with a manifest that lists its contents. */
  async finish(manifest: Record<string, unknown>): Promise<void> {
    const { entries, isEmpty } = this;
    const text = async function* () {
      yield Buffer.from(
        `${JSON.stringify(manifest, null, 2).slice(0, -2)},\n  "entries": [${isEmpty ? "" : "\n"}`,
      );
      yield* entries.read();
      yield Buffer.from("\n  ]\n}\n");
    };
    await this.zip.add("manifest.json", text(), { compress: true });
    await this.zip.finish();
  }

  /** Deletes the spools; the archive itself is wherever `output` went. */
  async removeSpools(): Promise<void> {
    this.output.destroy();
    await this.entries.remove();
    await this.directory.remove();
  }

  addBytes(name: string, bytes: Buffer): Promise<Written> {
    return this.addFile(name, Readable.from([bytes]), bytes.length);
  }

  private async note(entry: ManifestEntry): Promise<void> {
    await this.entries.append(Buffer.from(`${this.isEmpty ? "" : ",\n"}    ${JSON.stringify(entry)}`));
    this.isEmpty = false;
  }
}
