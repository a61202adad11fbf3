import { globSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Started by `npm test` with the folder of its run, which is TMPDIR for all that it starts. Waits until the other end of
 * stdin is closed, as it is however that process ends, then stops what is left of the run and removes the folder.
 */
const folder = process.argv[2] ?? "";
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.stdin.resume().on("end", cleanUp);

async function cleanUp(): Promise<void> {
  // The servers first: they would start their database again.
  for (const pid of processesOfRun()) send(pid, "SIGKILL");
  const databases = globSync("**/postmaster.pid", { cwd: folder }).map((file) =>
    Number(readFileSync(`${folder}/${file}`, "utf8").split("\n")[0]),
  );
  for (const pid of databases) send(pid, "SIGQUIT");
  for (let waited = 0; waited < 10_000 && databases.some((pid) => send(pid, 0)); waited += 50) await wait(50);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** On Linux, by their environment; PostgreSQL has one of its own. */
function processesOfRun(): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => environmentOf(pid).includes(`TMPDIR=${folder}`))
    .map(Number);
}

/** None of a process that has ended meanwhile, or of another user. */
function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** Whether the process was there. Signal 0 only asks. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
