import { randomBytes } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartProblem } from "#server/start-problem.ts";

type Holder = { pid: number; port: number; token: string };

/**
 * Locks a folder for this process, so that a second start in it is refused. The holder answers on a port with the
 * token in the lock file. After a crash another program may get the same process id, but it would not answer with the
 * token.
 */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const file = join(folder, "klinika.lock");
  const token = randomBytes(16).toString("hex");
  const server = createServer((socket) => socket.on("error", () => undefined).end(token)).unref();
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(0, "127.0.0.1", () => resolve()),
  );
  const ownLock = JSON.stringify({ pid: process.pid, port: (server.address() as AddressInfo).port, token });
  try {
    await takeLock(file, ownLock, folder);
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    async release() {
      if ((await readText(file)) === ownLock) await rm(file, { force: true });
      server.close();
    },
  };
}

async function takeLock(file: string, ownLock: string, folder: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      return await writeFile(file, ownLock, { flag: "wx", mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const found = await readText(file);
    const holder = readHolder(found);
    if (holder && (await isHolding(holder))) {
      throw new StartProblem(
        `Klinika is already running on the data folder ${folder} (process ${holder.pid}). Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    // An unreadable lock may be one that is being written at this moment.
    if (!holder && attempt < 3) await wait(100);
    else if (found !== null) await removeStaleLock(file, found);
  }
  throw new StartProblem(
    `The data folder ${folder} could not be locked. Remove ${file} if no Klinika is running.`,
  );
}

/** Two processes may find the same stale lock: the second must not remove the new lock of the first. */
async function removeStaleLock(file: string, found: string): Promise<void> {
  const aside = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    await rename(file, aside);
    if ((await readText(aside)) !== found) await link(aside, file);
  } catch {
    // Another process was faster; the next attempt reads its lock.
  } finally {
    await rm(aside, { force: true });
  }
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function readHolder(text: string | null): Holder | null {
  try {
    const value = JSON.parse(text ?? "") as Partial<Holder>;
    return value.pid && value.port && value.token ? (value as Holder) : null;
  } catch {
    return null;
  }
}

async function isHolding(holder: Holder): Promise<boolean> {
  const answer = await new Promise<string | "refused" | "silent">((resolve) => {
    let text = "";
    const socket = connect(holder.port, "127.0.0.1");
    socket.setEncoding("utf8").setTimeout(2000, () => settle("silent"));
    socket.on("data", (chunk: string) => {
      text += chunk;
    });
    socket.on("end", () => settle(text)).on("error", () => settle("refused"));
    function settle(result: string) {
      socket.destroy();
      resolve(result);
    }
  });
  return answer === holder.token || (answer === "silent" && isAlive(holder.pid));
}

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
