import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { stopWhenInterrupted } from "./interrupted.ts";

/** The embedded PostgreSQL on a folder. */
export async function openPostgres(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const isStopped = stopWhenInterrupted(() => postgres.stop());
  return {
    url: postgres.url,
    async stop() {
      isStopped();
      await postgres.stop();
    },
  };
}

/** Creates a temporary folder for the work, and removes it afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-measure-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const isRemoved = stopWhenInterrupted(remove);
  try {
    return await work(folder);
  } finally {
    isRemoved();
    await remove();
  }
}
