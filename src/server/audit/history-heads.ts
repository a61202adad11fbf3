import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Logs of the whole platform that are sealed like a clinic's record history. */
export const sealedLogs = ["sign_ins", "console_log"] as const;
export type SealedLog = (typeof sealedLogs)[number];

/** The end of a hash chain: the last row that was sealed, the seal's hash, and when it was stored here. */
type Head = { lastId: number; hash: string; storedAt: Date };
export type HistoryHead = Head & { clinicId: number };

const line = /^(\d+) ([0-9a-f]{64}) (\S+)$/;
const nameOf = (chain: number | SealedLog) => (typeof chain === "number" ? `clinic-${chain}` : chain);

/**
 * The newest seal of each clinic and each sealed log, in files outside the database (`DATA_DIR/history-heads`): who can change the database
 * alone cannot take the end of a chain, or all of it, away unseen. Of a chain that no longer has its seal the old line
 * stays, and a new one begins.
 */
export class HistoryHeads {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, "history-heads");
  }

  /** Oldest first; none if nothing was sealed from this data folder. */
  async of(chain: number | SealedLog): Promise<Head[]> {
    const text = await readFile(join(this.#folder, nameOf(chain)), "utf8").catch(nothingIfMissing);
    return text.split("\n").flatMap((stored) => {
      const [, lastId, hash = "", at = ""] = line.exec(stored) ?? [];
      return lastId === undefined ? [] : [{ lastId: Number(lastId), hash, storedAt: new Date(at) }];
    });
  }

  async ofClinics(): Promise<HistoryHead[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const clinics = names.flatMap((name) => /^clinic-(\d+)$/.exec(name)?.[1] ?? []);
    const heads = clinics.map(async (id) =>
      (await this.of(Number(id))).map((head) => ({ ...head, clinicId: Number(id) })),
    );
    return (await Promise.all(heads)).flat();
  }

  /** Stores a chain's newest seal, in place of the one before it, or after it where that one is no longer in the chain. */
  async store(
    chain: number | SealedLog,
    { lastId, hash, storedAt }: Head,
    replacesLast: boolean,
  ): Promise<void> {
    const stored = await this.of(chain);
    const heads = [...(replacesLast ? stored.slice(0, -1) : stored), { lastId, hash, storedAt }];
    const text = heads.map((head) => `${head.lastId} ${head.hash} ${head.storedAt.toISOString()}\n`).join("");
    const file = join(this.#folder, nameOf(chain));
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
