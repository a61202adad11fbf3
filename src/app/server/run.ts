import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { requireSecondWall } from "#server/database/application-role.ts";
import { requireDurable } from "#server/database/embedded/durable-database.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import { MigrationError } from "#server/database/migration-files.ts";
import { reachDatabase } from "#server/database/reach-database.ts";
import type { App } from "#server/kit.ts";
import { readSettings, type Settings } from "#server/settings.ts";
import { StartProblem } from "#server/start-problem.ts";
import { checkBackupKey, missingEncryption } from "#server/storage/encryption-at-rest.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { checkIncoming } from "#server/storage/storage-disk.ts";

/** Running requests may take this long to finish after a stop signal. */
const graceMs = 25_000;
/**
 * Each step of a stop may take this long, so that one that hangs does not keep the next from running. The server's own
 * waits for requests, jobs and pending views, the others for a backup's clean-up.
 */
const closeMs = 60_000;
const helperMs = 5_000;

type RunOptions = {
  /** Automatic backups. */
  backups?: {
    /** Runs before pending migrations; `first` is the first of them. */
    beforeMigrating(
      first: string,
      databaseUrl: string,
      settings: Settings,
      log: (line: string) => void,
    ): Promise<void>;
    /** Runs while the server does. */
    keep(app: App, databaseUrl: string): Promise<{ stop(): Promise<void> }>;
  };
  /** Writes the newest seals of the record history to the log while the server runs. */
  logHistoryHead?: (app: App, databaseUrl: string) => Promise<{ stop(): Promise<void> }>;
  /** Runs before Klinika's own database starts in the data folder. */
  beforeDatabase?: (dataDir: string, log: (line: string) => void) => Promise<void>;
  /** Runs after the migrations; its lines are printed below the address. */
  seed?: (databaseUrl: string, settings: Settings) => Promise<{ lines: string[] }>;
};

/**
 * Runs the server, from reading the settings to the last request. Exits with 0 after a stop signal, or with 1 and a
 * message on stderr when the server cannot start or continue.
 */
export async function run(env: NodeJS.ProcessEnv, options: RunOptions = {}): Promise<never> {
  // The computer's time zone must not matter; code that needs days in Manila converts explicitly.
  process.env.TZ = "UTC";
  const end = listenForTheEnd();
  let code = 0;
  try {
    await live(env, options, end);
  } catch (error) {
    code = 1;
    console.error(stopMessage(error));
  }
  // The exit waits for threads, and so for a disk that hangs. The parent process then ends this one.
  process.send?.({ exitCode: code });
  process.exit(code);
}

async function live(env: NodeJS.ProcessEnv, options: RunOptions, end: End): Promise<void> {
  const settings = readSettings(env);
  await using toClose = new AsyncDisposableStack();
  const application = loadedMeanwhile();
  if (!settings.databaseUrl) await options.beforeDatabase?.(settings.dataDir, (line) => console.log(line));
  const databaseUrl = settings.databaseUrl ?? (await ownDatabase(settings, end, toClose, application.load));
  application.load();
  if (settings.databaseUrl) await reachDatabase(databaseUrl);
  await requireDurable(databaseUrl);
  if (end.isRequested()) return;

  const storage = openStorage(settings);
  await storage.check();
  await checkIncoming(settings.dataDir);
  await storage.checkKeys();
  await checkBackupKey(settings);
  const cluster = await migrate(databaseUrl, async (first) =>
    options.backups?.beforeMigrating(first, databaseUrl, settings, (line) => console.log(line)),
  );
  if (cluster !== null) console.log(cluster);
  const { buildApp, healthPath, ensureFirstAdmin } = await application.load();
  const [admin] = await Promise.all([
    ensureFirstAdmin(databaseUrl, settings),
    requireSecondWall(databaseUrl, settings.databaseAppUrl),
  ]);
  const seeded = await options.seed?.(databaseUrl, settings);
  if (end.isRequested()) return;

  const app = await buildApp({ settings, databaseUrl, isCluster: cluster !== null });
  const sockets = watchSockets(app, healthPath);
  toClose.defer(async () => {
    sockets.closeUnused();
    const limit = setTimeout(() => app.server.closeAllConnections(), graceMs);
    await atMost(closeMs, app.close());
    clearTimeout(limit);
  });
  const address = await listen(app, settings);
  announce(address, settings, admin, seeded?.lines ?? []);
  // Tells src/app/start.mjs, the parent process, if there is one.
  process.send?.("listening");
  // Not awaited: on a disk or a database that hangs, a stop signal must still have an effect.
  for (const helper of [
    options.backups?.keep(app, databaseUrl),
    options.logHistoryHead?.(app, databaseUrl),
  ]) {
    helper?.catch(end.fail);
    toClose.defer(() =>
      atMost(
        helperMs,
        helper?.then(
          ({ stop }) => stop(),
          () => undefined,
        ),
      ),
    );
  }
  await end.requested;
  console.log("Stopping: running requests are finished first.");
  app.kit.isStopping = true;
  await untilQuiet(sockets, settings.drainSeconds * 1000);
}

const atMost = async (ms: number, step: Promise<unknown> | undefined): Promise<void> => {
  await Promise.race([step, wait(ms, undefined, { ref: false })]);
};

/** Loads most of the program while the database starts, which takes as long. */
function loadedMeanwhile() {
  const load = async () => ({
    ...(await import("./app.ts")),
    ...(await import("#server/auth/first-admin.ts")),
  });
  let loading: ReturnType<typeof load> | undefined;
  return {
    load() {
      loading ??= load();
      // A failure is reported where the promise is awaited.
      loading.catch(() => undefined);
      return loading;
    },
  };
}

async function ownDatabase(
  settings: Settings,
  end: End,
  toClose: AsyncDisposableStack,
  meanwhile: () => void,
): Promise<string> {
  const { dataDir } = settings;
  const database = await startEmbeddedPostgres({
    dataDir,
    log: (line) => console.log(line),
    onLost: end.fail,
    meanwhile,
  });
  toClose.defer(() => database.stop());
  return database.url;
}

/**
 * Resolves when no request has come for `span` milliseconds, or after three times that if a load balancer keeps sending.
 */
async function untilQuiet(sockets: { lastRequestAt(): number }, span: number): Promise<void> {
  const from = performance.now();
  for (;;) {
    const now = performance.now();
    const left = Math.min(Math.max(sockets.lastRequestAt(), from) + span, from + 3 * span) - now;
    if (left <= 0) return;
    await wait(left);
  }
}

type End = { requested: Promise<void>; isRequested(): boolean; fail(error: Error): void };

/**
 * SIGTERM, Ctrl-C, a closed window, or the end of the parent process. One Ctrl-C may arrive twice (npm forwards it
 * too), so a second one has no effect.
 */
function listenForTheEnd(): End {
  let isRequested = false;
  const { promise: requested, resolve, reject } = Promise.withResolvers<void>();
  // A failure during the start is reported where the end is awaited.
  requested.catch(() => undefined);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      isRequested = true;
      resolve();
    });
  }
  // The parent process, which would restart this one, is gone.
  const stop = () => {
    isRequested = true;
    resolve();
  };
  process.on("disconnect", stop);
  // The parent ended before this was loaded. Undefined without a parent.
  if (process.connected === false) stop();
  process.on("uncaughtException", reject);
  process.on("unhandledRejection", reject);
  // A closed window also closes the output; the database must still be stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return { requested, isRequested: () => isRequested, fail: reject };
}

/** Browsers open connections in advance; shutdown waits only for those with a running request. */
function watchSockets(app: App, healthPath: string) {
  const running = new Map<Socket, number>();
  let isClosing = false;
  let lastRequestAt = 0;
  app.server.on("connection", (socket) => {
    running.set(socket, 0);
    socket.once("close", () => running.delete(socket));
  });
  app.server.on("request", ({ socket, url }, response) => {
    if (url !== healthPath) lastRequestAt = performance.now();
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const left = (running.get(socket) ?? 1) - 1;
      if (running.has(socket)) running.set(socket, left);
      if (isClosing && left === 0) socket.end();
    });
  });
  return {
    lastRequestAt: () => lastRequestAt,
    closeUnused() {
      isClosing = true;
      for (const [socket, requests] of running) if (requests === 0) socket.destroy();
    },
  };
}

async function listen(app: App, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const other = `set PORT to another number, for example ${port + 1}`;
    switch ((error as NodeJS.ErrnoException).code) {
      case "EADDRINUSE":
        throw new StartProblem(
          `Port ${port} on ${host} is in use by another program. Stop that program, or ${other}.`,
        );
      case "EACCES":
        throw new StartProblem(`This user may not listen on port ${port}: set PORT to 1024 or higher.`);
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
        throw new StartProblem(
          `HOST is "${host}", which is no address of this computer. Set HOST to 127.0.0.1 or 0.0.0.0.`,
        );
      default:
        throw error;
    }
  }
}

type FirstAdmin = { email: string; password: string } | null;

function announce(address: string, settings: Settings, admin: FirstAdmin, lines: string[]): void {
  const { port } = new URL(address);
  const isForAll = settings.host === "0.0.0.0" || settings.host === "::";
  const main = settings.publicUrl ?? (isForAll ? `http://localhost:${port}` : address);
  const text = ["", `Klinika runs at ${main}`];
  if (isForAll) text.push(...networkAddresses().map((ip) => `  in this network: http://${ip}:${port}`));
  if (admin) {
    const password = settings.adminPassword
      ? "as set in ADMIN_PASSWORD"
      : `${admin.password}  (shown this once)`;
    text.push(
      "",
      `The platform admin signs in at ${main}/admin-login`,
      `  email:    ${admin.email}`,
      `  password: ${password}`,
    );
  }
  const missing = missingEncryption(settings);
  if (missing.length > 0) text.push("", ...missing);
  if (lines.length > 0) text.push("", ...lines);
  console.log([...text, "", "Ctrl-C stops it.", ""].join("\n"));
}

function networkAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);
}

/** One line for a problem that the operator can fix, the whole error for a bug. */
function stopMessage(error: unknown): string {
  if (error instanceof StartProblem || error instanceof MigrationError)
    return `Klinika stopped: ${error.message}`;
  return `Klinika stopped because of a bug: ${error instanceof Error ? error.stack : String(error)}`;
}
