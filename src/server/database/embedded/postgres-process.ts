import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { StartProblem } from "#server/start-problem.ts";
import type { PostgresPrograms } from "./postgres-binaries.ts";
import { readPostmasterPid } from "./postgres-leftover.ts";
import type { OsUser } from "./postgres-user.ts";

export type LocalPostgres = {
  folder: string;
  programs: PostgresPrograms;
  user: OsUser | null;
  logFile: string;
  /** In addition to `serverSettings`. */
  settings: Readonly<Record<string, string>>;
};

type RunningPostgres = { port: number; stop(): Promise<void> };

const isWindows = process.platform === "win32";
const logLimitBytes = 5_000_000;
const restartsPerMinute = 3;

/**
 * Row values never reach the log: no statements, no details, no messages of failing queries. The
 * computer's time zone and language have no effect.
 */
const serverSettings = {
  listen_addresses: "127.0.0.1",
  cluster_name: "klinika",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  // Pages are in memory or on an SSD. With the default of 4 a small clinic's list is read by scanning all its rows.
  random_page_cost: "1.1",
  ...(isWindows ? {} : { unix_socket_directories: "" }),
};

/**
 * The data's folder as PostgreSQL's argument. Its user may not be allowed to enter the parent folders (below
 * /root, say), but a process can always access its working directory.
 */
const folderArgument = (postgres: LocalPostgres) =>
  postgres.user && process.platform === "linux" ? "/proc/self/cwd" : postgres.folder;

function spawnOptions(postgres: LocalPostgres) {
  const env: NodeJS.ProcessEnv = { LC_ALL: "C", TZ: "UTC" };
  for (const name of ["PATH", "SystemRoot", "TEMP", "TMP", "USERPROFILE"]) {
    if (process.env[name]) env[name] = process.env[name];
  }
  return { cwd: postgres.folder, env, windowsHide: true, ...postgres.user };
}

export async function createDatabaseFolder(
  postgres: LocalPostgres,
  userName: string,
  passwordFile: string,
): Promise<void> {
  const args = [
    "-D",
    folderArgument(postgres),
    "-U",
    userName,
    `--pwfile=${passwordFile}`,
    "-A",
    "scram-sha-256",
  ];
  const text = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const initdb = spawn(postgres.programs.initdb, [...args, ...text, "--data-checksums"], {
    ...spawnOptions(postgres),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  initdb.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    complaint += chunk;
  });
  const code = await new Promise((resolve, reject) => initdb.on("error", reject).on("close", resolve));
  if (code !== 0) {
    throw new StartProblem(`The database could not be created in ${postgres.folder}: ${lastLine(complaint)}`);
  }
}

/**
 * Starts PostgreSQL and keeps it running until stop(): after a crash it is restarted on the same port, at most
 * three times a minute. If the disk is full, it is restarted once there is space, however long that takes.
 */
export async function launchPostgres(
  postgres: LocalPostgres,
  log: (line: string) => void,
  { onSpawned, onLost }: { onSpawned?: () => void; onLost: (problem: StartProblem) => void },
): Promise<RunningPostgres> {
  rotateLog(postgres.logFile);
  const launch = isWindows ? launchOnWindows : launchHere;
  const stopping = new AbortController();
  const restarts: number[] = [];
  let server = await launch(postgres, null, log, onSpawned);
  const { port } = server;
  watch();
  return {
    port,
    async stop() {
      stopping.abort();
      await server.stop();
    },
  };

  function watch() {
    server.ended.then(async () => {
      if (stopping.signal.aborted) return;
      const next = launchAgain();
      // A call of stop() during the restart stops the new one.
      const stop = async () => (await next.catch(() => null))?.stop();
      server = { port, ended: new Promise(() => undefined), stop };
      try {
        const launched = await next;
        if (!launched || stopping.signal.aborted) return;
        server = launched;
        log("The database is running again.");
        watch();
      } catch (error) {
        if (!stopping.signal.aborted)
          onLost(error instanceof StartProblem ? error : new StartProblem(String(error)));
      }
    });
  }

  /** Null if stop() was called meanwhile. */
  async function launchAgain(): Promise<Launched | null> {
    for (;;) {
      if (await isDiskFull(postgres)) {
        log("The disk of the database is full. The database restarts as soon as there is space.");
        await waitForDiskSpace(postgres, stopping.signal);
        restarts.length = 0;
      }
      if (stopping.signal.aborted) return null;
      const now = Date.now();
      restarts.push(now);
      if (restarts.filter((time) => time > now - 60_000).length > restartsPerMinute)
        throw new StartProblem(`The database keeps crashing. See ${postgres.logFile}.`);
      log("The database crashed: restarting it.");
      try {
        return await launch(postgres, port, log);
      } catch (error) {
        // The disk filled up while the database was starting.
        if (!(await isDiskFull(postgres))) throw error;
      }
    }
  }
}

/** Whether there is too little space to recover, since PostgreSQL writes WAL segments of 16 MB. */
async function isDiskFull(postgres: LocalPostgres): Promise<boolean> {
  const disk = await statfs(postgres.folder).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize < 48 * 1024 * 1024;
}

async function waitForDiskSpace(postgres: LocalPostgres, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await isDiskFull(postgres)))
    await wait(2000, undefined, { signal }).catch(() => undefined);
}

type Launched = RunningPostgres & { ended: Promise<unknown> };

async function launchHere(
  postgres: LocalPostgres,
  fixedPort: number | null,
  log: (line: string) => void,
  onSpawned?: () => void,
): Promise<Launched> {
  for (let attempt = 0; ; attempt++) {
    const port = fixedPort ?? (await freePort());
    const logStart = existsSync(postgres.logFile) ? statSync(postgres.logFile).size : 0;
    const logHandle = openSync(postgres.logFile, "a", 0o600);
    // Its own process group, so that Ctrl-C reaches only Klinika, which stops the database last.
    const child = spawn(
      postgres.programs.postgres,
      ["-D", folderArgument(postgres), ...serverArguments(postgres, port)],
      {
        ...spawnOptions(postgres),
        detached: true,
        stdio: ["ignore", logHandle, logHandle],
      },
    );
    closeSync(logHandle);
    const ended = new Promise<unknown>((resolve) => child.on("error", resolve).on("close", resolve));
    if (attempt === 0) onSpawned?.();
    if (await isReady(postgres, child, ended, log))
      return { port, ended, stop: () => stopHere(postgres, child, ended) };
    const output = readFileSync(postgres.logFile).subarray(logStart).toString("utf8");
    // Connections of a killed database end within moments, and another program may have taken the port: try again.
    if (attempt >= 75 || !/still in use|could not bind|already exists/i.test(output)) {
      throw new StartProblem(`The database does not start: ${lastLine(output)}. See ${postgres.logFile}.`);
    }
    await wait(200);
  }
}

function serverArguments(postgres: LocalPostgres, port: number): string[] {
  const settings = Object.entries({ ...serverSettings, ...postgres.settings, port }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return settings.flatMap((setting) => ["-c", setting]);
}

async function isReady(
  postgres: LocalPostgres,
  child: ChildProcess,
  ended: Promise<unknown>,
  log: (line: string) => void,
) {
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  for (let waited = 0; !isOver; waited += 10) {
    const found = await readPostmasterPid(postgres.folder);
    if (found?.pid === child.pid && found?.isReady) return true;
    if (waited === 5000) log("The database is recovering after a crash. This may take some minutes.");
    await wait(10);
  }
  return false;
}

async function stopHere(
  postgres: LocalPostgres,
  child: ChildProcess,
  ended: Promise<unknown>,
): Promise<void> {
  for (const [signal, seconds] of [
    ["SIGINT", 60],
    ["SIGQUIT", 15],
  ] as const) {
    child.kill(signal);
    const limit = new AbortController();
    const result = await Promise.race([
      ended,
      wait(seconds * 1000, "late", { signal: limit.signal }).catch(() => null),
    ]);
    limit.abort();
    if (result !== "late") return;
  }
  throw new StartProblem(`The database in ${postgres.folder} does not stop (process ${child.pid}).`);
}

/** On Windows pg_ctl also drops administrator rights, with which PostgreSQL refuses to start. */
async function launchOnWindows(postgres: LocalPostgres, fixedPort: number | null): Promise<Launched> {
  const { pgCtl } = postgres.programs;
  const control = (...args: string[]) =>
    spawnSync(pgCtl, [...args, "-D", postgres.folder, "-w"], { ...spawnOptions(postgres), stdio: "ignore" })
      .status === 0;
  if (control("status")) control("stop", "-m", "fast");
  const port = fixedPort ?? (await freePort());
  if (
    !control("start", "-t", "300", "-l", postgres.logFile, "-o", serverArguments(postgres, port).join(" "))
  ) {
    const output = existsSync(postgres.logFile) ? readFileSync(postgres.logFile, "utf8") : "";
    throw new StartProblem(`The database does not start: ${lastLine(output)}. See ${postgres.logFile}.`);
  }
  return {
    port,
    ended: new Promise(() => undefined),
    async stop() {
      if (!control("stop", "-m", "fast"))
        throw new StartProblem(`The database in ${postgres.folder} does not stop.`);
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(0, "127.0.0.1", () => resolve()),
  );
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function rotateLog(file: string): void {
  if (existsSync(file) && statSync(file).size > logLimitBytes) renameSync(file, `${file}.1`);
}

/** The line with the cause: PostgreSQL's output ends with hints and "is shut down". */
function lastLine(output: string): string {
  const lines = output.trim().split("\n");
  const line = lines.findLast((entry) => /FATAL|PANIC|error:|ERROR/.test(entry)) ?? lines.at(-1) ?? "";
  return line.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, "");
}
