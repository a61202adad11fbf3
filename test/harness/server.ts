import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KlinikaProcess, withoutLimits } from "../servers/klinika-process.ts";
import { stopWhenInterrupted } from "./interrupted.ts";

/** Klinika as shipped, in its own process, ready for requests. */
export type Server = { origin: string; port: number; pid: number; stop(): Promise<void> };

/** `env` may name a DATA_DIR; by default it is a new folder. */
export async function startServer(
  env: Record<string, string>,
  preloaded: readonly string[] = [],
): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-measure-"));
  const klinika = new KlinikaProcess(folder, { ...withoutLimits, ...env }, preloaded);
  const stop = async () => {
    await klinika.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const isStopped = stopWhenInterrupted(stop);
  const { origin, port } = await klinika.address();
  // A log of millions of lines is read, as a service manager does, but not collected.
  for (const stream of [klinika.process.stdout, klinika.process.stderr])
    stream?.removeAllListeners("data").resume();
  return {
    origin,
    port: Number(port),
    pid: klinika.process.pid ?? 0,
    async stop() {
      isStopped();
      await stop();
    },
  };
}
