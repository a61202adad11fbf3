import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The end of a clinic's hash chain: the last row that was sealed, the seal's hash, and when it was stored here. */
export type HistoryHead = { clinicId: number; lastId: number; hash: string; storedAt: Date };

const line = /^(\d+) ([0-9a-f]{64}) (\S+)$/;
const nameOf = (clinicId: number) => `clinic-${clinicId}`;

/**
 * The newest seal of each clinic, in files outside the database (`DATA_DIR/history-heads`): who can change the database
 * alone cannot take the end of a chain, or all of it, away unseen. Of a chain that no longer has its seal the old line
 * stays, and a new one begins.
 */
export class HistoryHeads {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, "history-heads");
  }

  /** Oldest first; none if nothing was sealed from this data folder. */
  async of(clinicId: number): Promise<HistoryHead[]> {
    const text = await readFile(join(this.#folder, nameOf(clinicId)), "utf8").catch(nothingIfMissing);
    return text.split("\n").flatMap((stored) => {
      const [, lastId, hash = "", at = ""] = line.exec(stored) ?? [];
      return lastId === undefined ? [] : [{ clinicId, lastId: Number(lastId), hash, storedAt: new Date(at) }];
    });
  }

  async all(): Promise<HistoryHead[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const clinics = names.flatMap((name) => /^clinic-(\d+)$/.exec(name)?.[1] ?? []);
    return (await Promise.all(clinics.map((id) => this.of(Number(id))))).flat();
  }

  /** Stores a clinic's newest seal, in place of the one before it, or after it where that one is no longer in the chain. */
  async store({ clinicId, lastId, hash, storedAt }: HistoryHead, replacesLast: boolean): Promise<void> {
    const stored = await this.of(clinicId);
    const kept = [...(replacesLast ? stored.slice(0, -1) : stored), { lastId, hash, storedAt }];
    const text = kept.map((head) => `${head.lastId} ${head.hash} ${head.storedAt.toISOString()}\n`).join("");
    const file = join(this.#folder, nameOf(clinicId));
    await mkdir(this.#folder, { recursive: true });
    const unfinished = `${file}.${process.pid}.unfinished`;
    await writeFile(unfinished, text, { mode: 0o600 });
    await rename(unfinished, file);
  }
}

function nothingIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code !== "ENOENT") throw error;
  return "";
}
