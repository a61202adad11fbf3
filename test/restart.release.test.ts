import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { isAlive } from "#server/database/embedded/folder-lock.ts";
import { databasePid, KlinikaProcess, prepareDataFolder } from "./servers/klinika-process.ts";

let prepared: Awaited<ReturnType<typeof prepareDataFolder>>;
beforeAll(async () => {
  prepared = await prepareDataFolder();
});
afterAll(() => prepared.remove());

/** Klinika as `npm start` runs it: the server, and the process that restarts it. */
async function start(env: Record<string, string> = {}, preloaded: string[] = []) {
  const dataDir = await mkdtemp(join(tmpdir(), "klinika-restart-"));
  prepared.copyTo(dataDir);
  const klinika = new KlinikaProcess(dataDir, env, preloaded, ".", "src/app/start.mjs");
  onTestFinished(async () => {
    if (klinika.process.exitCode === null && klinika.process.signalCode === null) await klinika.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { klinika, dataDir };
}

/** Runs in the server only: its parent process has no IPC channel. */
const inServer = (script: string) => `data:text/javascript,if (process.send) { ${script} }`;
const serverPid = (dataDir: string): number =>
  JSON.parse(readFileSync(join(dataDir, "klinika.lock"), "utf8")).pid;
const isHealthy = async (address: string) => (await fetch(new URL("/api/health", address))).ok;
const secondAddress = /Klinika runs at [\s\S]*Klinika runs at (\S+)/;

test("a killed server restarts with its database, and SIGTERM stops everything", async () => {
  const { klinika, dataDir } = await start();
  await klinika.address();
  process.kill(serverPid(dataDir), "SIGKILL");
  const [, address = ""] = await klinika.prints(secondAddress);
  expect(klinika.output).toContain("Klinika crashed (signal SIGKILL). Restarting in 0.25 s.");
  expect(await isHealthy(address)).toBe(true);
  const pids = [serverPid(dataDir), databasePid(dataDir)];
  expect(await klinika.stop()).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
});

test("a server with an uncaught error restarts", async () => {
  const { klinika, dataDir } = await start({}, [
    inServer("process.on('SIGUSR2', () => { throw new Error('made by a test'); })"),
  ]);
  await klinika.address();
  process.kill(serverPid(dataDir), "SIGUSR2");
  const [, address = ""] = await klinika.prints(secondAddress);
  expect(klinika.output).toMatch(/bug: Error: made by a test[\s\S]*Klinika crashed \(exit code 1\)/);
  expect(await isHealthy(address)).toBe(true);
});

test("after five crashes within a minute it gives up and says why", async () => {
  const { klinika } = await start({}, [inServer("process.kill(process.pid, 'SIGKILL')")]);
  expect(await klinika.ended).toBe(1);
  expect(klinika.output.match(/Restarting in \S+ s/g)).toEqual(
    [0.25, 0.5, 1, 2].map((seconds) => `Restarting in ${seconds} s`),
  );
  expect(klinika.output).toMatch(/Klinika crashed 5 times within a minute, last by signal SIGKILL\..*\n$/);
});

test("a stop signal while it waits to restart leaves no database running", async () => {
  const { klinika, dataDir } = await start();
  await klinika.address();
  process.kill(serverPid(dataDir), "SIGKILL");
  await klinika.prints(/Restarting in/);
  expect(await klinika.stop()).toBe(0);
  expect(klinika.output).not.toMatch(secondAddress);
  expect(klinika.output).toContain(
    "The database of a Klinika that was killed is still running: stopping it.",
  );
  expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).toMatch(/database system is shut down\s*$/);
  expect(() => databasePid(dataDir)).toThrow("ENOENT");
});

test("a start that fails because of a setting is not retried", async () => {
  const { klinika } = await start({ PORT: "http" });
  expect(await klinika.ended).toBe(1);
  expect(klinika.output).toMatch(/^Klinika stopped: PORT is "http".*\n$/);
});

test("SIGTERM ends everything while a disk hangs", async () => {
  const backups = await mkdtemp(join(tmpdir(), "klinika-hung-"));
  onTestFinished(() => rmSync(backups, { recursive: true }));
  await mkdir(join(backups, "klinika-hung"));
  // Whoever reads it waits, as on a network folder whose server is gone.
  spawnSync("mkfifo", [join(backups, "klinika-hung", "manifest.json")]);
  const { klinika, dataDir } = await start({ BACKUP_FOLDER: backups });
  const address = (await klinika.address()).href;
  expect(await isHealthy(address)).toBe(true);
  const pids = [serverPid(dataDir), databasePid(dataDir)];
  expect(await klinika.stop()).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
}, 30_000);

test("the server and its database stop when the process that would restart them is killed", async () => {
  const { klinika, dataDir } = await start();
  await klinika.address();
  const pids = [serverPid(dataDir), databasePid(dataDir)];
  klinika.process.kill("SIGKILL");
  await expect.poll(() => pids.filter(isAlive), { timeout: 20_000 }).toEqual([]);
});
