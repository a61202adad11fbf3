import { spawnSync } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartProblem } from "#server/start-problem.ts";
import { isAlive } from "./folder-lock.ts";

/** Reads PostgreSQL's pid file: its process id, and whether it accepts connections. */
export async function readPostmasterPid(cluster: string): Promise<{ pid: number; isReady: boolean } | null> {
  try {
    const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n");
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, isReady: lines[7]?.trim() === "ready" } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Stops a PostgreSQL left over from an earlier process, and handles a stale postmaster.pid. The folder must be
 * locked, so nobody else may be using the database.
 */
export async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const found = await readPostmasterPid(cluster);
  if (!found) return;
  if (!(await isPostgresOf(cluster, found.pid))) return markStale(cluster, found.pid);
  log("The database of a Klinika that was killed is still running: stopping it.");
  for (const [signal, seconds] of [
    ["SIGINT", 30],
    ["SIGQUIT", 15],
  ] as const) {
    if (isAlive(found.pid)) process.kill(found.pid, signal);
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (!(await isPostgresOf(cluster, found.pid))) return;
      await wait(20);
    }
  }
  throw new StartProblem(
    `The database in ${cluster} is still running as process ${found.pid} and does not stop. End that process, then start again.`,
  );
}

/**
 * The process id may belong to another program by now, and PostgreSQL would refuse to start. It treats its parent's id as
 * stale. The rest of the file stays, since PostgreSQL uses it to find connections that are still open.
 */
async function markStale(cluster: string, stalePid: number): Promise<void> {
  if (!isAlive(stalePid)) return;
  const file = join(cluster, "postmaster.pid");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/^\d+/, String(process.pid)));
}

async function isPostgresOf(cluster: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") {
    try {
      const [name, folder, ours] = await Promise.all([
        readFile(`/proc/${pid}/comm`, "utf8"),
        stat(`/proc/${pid}/cwd`),
        stat(cluster),
      ]);
      return name.trim() === "postgres" && folder.dev === ours.dev && folder.ino === ours.ino;
    } catch {
      return false;
    }
  }
  const command = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  return command.includes("postgres") && command.includes(cluster);
}
