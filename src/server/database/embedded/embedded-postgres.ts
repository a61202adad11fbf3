import { randomBytes } from "node:crypto";
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { StartProblem } from "#server/start-problem.ts";
import { lockFolder } from "./folder-lock.ts";
import { findPrograms, installedPostgres } from "./postgres-binaries.ts";
import { stopLeftover } from "./postgres-leftover.ts";
import { createDatabaseFolder, type LocalPostgres, launchPostgres } from "./postgres-process.ts";
import { findPostgresUser } from "./postgres-user.ts";

const databaseName = "klinika";
const userName = "postgres";
const majorVersion = "18";
const wrongPassword = "28P01";

type EmbeddedPostgres = { url: string; stop(): Promise<void> };

type EmbeddedPostgresOptions = {
  /** Absolute path of the folder of PostgreSQL's data (`postgres`), its log, its password and the lock. */
  dataDir: string;
  /** Prints one line for the operator. */
  log: (line: string) => void;
  /** Called when PostgreSQL has ended and could not be restarted. */
  onLost?: (problem: StartProblem) => void;
  /** Called while PostgreSQL is starting, for work that does not need it. */
  meanwhile?: () => void;
  /** Settings of this start. */
  settings?: Readonly<Record<string, string>>;
  /** Another copy of PostgreSQL's bin, lib and share than the one npm installed. */
  native?: string;
};

/**
 * Starts the bundled PostgreSQL and waits until it accepts connections: recovers after a crash, stops one left over
 * from an earlier process, refuses a second start in the same folder.
 * @throws StartProblem
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  await usable(dataDir, () => mkdir(dataDir, { recursive: true, mode: 0o700 }));
  const lock = await usable(dataDir, () => lockFolder(dataDir));
  try {
    const folder = join(dataDir, "postgres");
    const user = findPostgresUser(folder);
    const programs = await findPrograms(options.native ?? installedPostgres(), user);
    const { settings = {} } = options;
    const postgres: LocalPostgres = {
      folder,
      programs,
      user,
      logFile: join(dataDir, "postgres.log"),
      settings,
    };
    const password = await ownPassword(dataDir);
    await prepareDatabaseFolder(postgres, password, log);
    await stopLeftover(folder, log);
    const running = await launchPostgres(postgres, log, {
      onSpawned: () => options.meanwhile?.(),
      onLost: (problem) => options.onLost?.(problem),
    });
    try {
      const url = (database: string) =>
        `postgres://${userName}:${password}@127.0.0.1:${running.port}/${database}`;
      await ensureDatabase(url("postgres")).catch((error: Error & { code?: string }) => {
        throw error.code === wrongPassword
          ? new StartProblem(
              `The password in ${passwordFile(dataDir)} does not match the database beside it. Restore both from one backup.`,
            )
          : error;
      });
      return {
        url: url(databaseName),
        async stop() {
          await running.stop();
          await lock.release();
        },
      };
    } catch (error) {
      await running.stop();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function usable<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof StartProblem || !code) throw error;
    throw new StartProblem(
      `The data folder ${dataDir} cannot be used (${code}). Set DATA_DIR to a folder that you may write to.`,
    );
  }
}

const passwordFile = (dataDir: string) => join(dataDir, "postgres-password");

async function ownPassword(dataDir: string): Promise<string> {
  const file = passwordFile(dataDir);
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const password = randomBytes(24).toString("hex");
  await writeFile(file, password, { mode: 0o600, flush: true });
  return password;
}

/** Creates PostgreSQL's data in another folder and renames it, so that an interrupted start leaves none behind. */
async function prepareDatabaseFolder(
  postgres: LocalPostgres,
  password: string,
  log: (line: string) => void,
): Promise<void> {
  const version = await versionOf(postgres.folder);
  if (version === majorVersion) return;
  if (version) {
    throw new StartProblem(
      `The database in ${postgres.folder} was created by PostgreSQL ${version}; this Klinika includes PostgreSQL ${majorVersion}. Run npm run backup with the Klinika that wrote it, move that folder aside, then run npm run restore with this one (docs/backup.md).`,
    );
  }
  log(`Creating the database in ${postgres.folder}`);
  const unfinished = `${postgres.folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (postgres.user) await chown(unfinished, postgres.user.uid, postgres.user.gid);
  const passwordFolder = await mkdtemp(join(tmpdir(), "klinika-"));
  try {
    const file = join(passwordFolder, "password");
    await writeFile(file, password, { mode: 0o600 });
    if (postgres.user) {
      for (const path of [file, passwordFolder]) await chown(path, postgres.user.uid, postgres.user.gid);
    }
    await createDatabaseFolder({ ...postgres, folder: unfinished }, userName, file);
  } finally {
    await rm(passwordFolder, { recursive: true, force: true });
  }
  await rename(unfinished, postgres.folder);
}

async function versionOf(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, "PG_VERSION"), "utf8")).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new StartProblem(
      `The database in ${folder} cannot be read (${code}): it belongs to another user of this computer. Start Klinika as that user.`,
    );
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [databaseName]);
    if (!rowCount) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
