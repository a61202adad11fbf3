import { createHash } from "node:crypto";
import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import { manilaClock, manilaDay } from "#shared/formats/dates.ts";
import type { Spool } from "./spool.ts";

/** Size and checksum of one entry, before compression. */
export type Written = { bytes: number; sha256: string };

type Entry = {
  name: Buffer;
  method: number;
  crc: number;
  packed: number;
  bytes: number;
  offset: number;
  isLarge: boolean;
};

const STORED = 0;
const DEFLATED = 8;
/** Flags: sizes follow the bytes, and names are UTF-8. */
const flags = 0x0808;
const plainVersion = 20;
const zip64Version = 45;
const largest = 0xffffffff;
const mostEntries = 0xffff;

/**
 * Writes a ZIP archive (PKWARE's APPNOTE 6.3) as a stream, for any number of entries of unknown length. The central
 * directory is collected in a spool, and backpressure of `output` is respected.
 */
export class ZipWriter {
  readonly output = new PassThrough();
  private readonly directory: Spool;
  private readonly modified: Buffer;
  private written = 0;
  private entries = 0;

  /** @param madeAt the time that programs show for each entry, in Philippine time */
  constructor(directory: Spool, madeAt: Date) {
    this.directory = directory;
    this.modified = dosTime(madeAt);
    // The error reaches the writer: see `write`.
    this.output.on("error", () => undefined);
  }

  get bytes(): number {
    return this.written;
  }

  /** Adds one entry. `mostBytes` is its maximum size; without it the entry may have any size. */
  async add(
    name: string,
    bytes: Readable | AsyncIterable<Buffer>,
    { compress, mostBytes = Number.POSITIVE_INFINITY }: { compress: boolean; mostBytes?: number },
  ): Promise<Written> {
    const entry: Entry = {
      name: Buffer.from(name),
      method: compress ? DEFLATED : STORED,
      crc: 0,
      packed: 0,
      bytes: 0,
      offset: this.written,
      // Compression may lengthen bytes by some thousandths.
      isLarge: mostBytes > largest * 0.99,
    };
    await this.write(localHeader(entry, this.modified));
    const hash = createHash("sha256");
    const measured = async function* () {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        hash.update(chunk);
        entry.crc = crc32(chunk, entry.crc);
        entry.bytes += chunk.length;
        yield chunk;
      }
    };
    const packed = async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        entry.packed += chunk.length;
        await this.write(chunk);
      }
    };
    // The fastest level: it reduces text to a fifth, and slower levels hardly less.
    if (compress) await pipeline(measured, createDeflateRaw({ level: 3 }), packed);
    else await packed(measured());
    if (!entry.isLarge && Math.max(entry.bytes, entry.packed) > largest)
      throw new Error(`${name} has more bytes than were announced.`);
    await this.write(descriptor(entry));
    await this.directory.append(directoryRecord(entry, this.modified));
    this.entries += 1;
    return { bytes: entry.bytes, sha256: hash.digest("hex") };
  }

  /** Writes the central directory. Nothing can be added after it. */
  async finish(): Promise<void> {
    const offset = this.written;
    for await (const chunk of this.directory.read()) await this.write(chunk);
    await this.write(endOfDirectory(this.entries, offset, this.written - offset));
    this.output.end();
  }

  private async write(chunk: Buffer): Promise<void> {
    if (this.output.destroyed) throw this.output.errored ?? new Error("The archive is no longer read.");
    this.written += chunk.length;
    if (this.output.write(chunk)) return;
    const given = new AbortController();
    await Promise.race(
      ["drain", "close"].map((event) => once(this.output, event, { signal: given.signal })),
    ).finally(() => given.abort());
  }
}

/** Two bytes each of time and day, in steps of two seconds. */
function dosTime(at: Date): Buffer {
  const [hours = 0, minutes = 0, seconds = 0] = manilaClock(at).split(":").map(Number);
  const [year = 0, month = 0, date = 0] = manilaDay(at).split("-").map(Number);
  const time = (hours << 11) | (minutes << 5) | (seconds >> 1);
  const day = ((year - 1980) << 9) | (month << 5) | date;
  return numbers([time, 2], [day, 2]);
}

/** Little-endian numbers of the given sizes. */
function numbers(...given: readonly (readonly [value: number, bytes: 2 | 4 | 8])[]): Buffer {
  const buffer = Buffer.alloc(given.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of given) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

function localHeader({ name, method, isLarge }: Entry, modified: Buffer): Buffer {
  const size = isLarge ? largest : 0;
  return Buffer.concat([
    numbers([0x04034b50, 4], [isLarge ? zip64Version : plainVersion, 2], [flags, 2], [method, 2]),
    modified,
    numbers([0, 4], [size, 4], [size, 4], [name.length, 2], [isLarge ? 20 : 0, 2]),
    name,
    // It tells a reader that the sizes that follow have eight bytes.
    isLarge ? numbers([1, 2], [16, 2], [0, 8], [0, 8]) : Buffer.alloc(0),
  ]);
}

function descriptor({ crc, packed, bytes, isLarge }: Entry): Buffer {
  const width = isLarge ? 8 : 4;
  return numbers([0x08074b50, 4], [crc, 4], [packed, width], [bytes, width]);
}

function directoryRecord(
  { name, method, crc, packed, bytes, offset, isLarge }: Entry,
  modified: Buffer,
): Buffer {
  const wide = [bytes, packed, offset].filter((size) => size >= largest);
  const more =
    wide.length === 0
      ? Buffer.alloc(0)
      : numbers([1, 2], [wide.length * 8, 2], ...wide.map((size) => [size, 8] as const));
  const version = isLarge || wide.length > 0 ? zip64Version : plainVersion;
  const narrow = (size: number) => Math.min(size, largest);
  return Buffer.concat([
    // Made under Unix, so that the last number is the file's mode: a regular file, -rw-r--r--.
    numbers([0x02014b50, 4], [(3 << 8) | zip64Version, 2], [version, 2], [flags, 2], [method, 2]),
    modified,
    numbers([crc, 4], [narrow(packed), 4], [narrow(bytes), 4], [name.length, 2], [more.length, 2]),
    numbers([0, 2], [0, 2], [0, 2], [0o100644 * 0x10000, 4], [narrow(offset), 4]),
    name,
    more,
  ]);
}

function endOfDirectory(entries: number, offset: number, size: number): Buffer {
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [Math.min(entries, mostEntries), 2],
    [Math.min(entries, mostEntries), 2],
    [Math.min(size, largest), 4],
    [Math.min(offset, largest), 4],
    [0, 2],
  );
  if (entries < mostEntries && size < largest && offset < largest) return end;
  return Buffer.concat([
    numbers([0x06064b50, 4], [44, 8], [zip64Version, 2], [zip64Version, 2], [0, 4], [0, 4]),
    numbers([entries, 8], [entries, 8], [size, 8], [offset, 8]),
    numbers([0x07064b50, 4], [0, 4], [offset + size, 8], [1, 4]),
    end,
  ]);
}
