import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Without limits that would affect tests of other things, whose requests come from one address. Tests of limits set
 * their own.
 */
export const withoutLimits = {
  CHANGES_PER_MINUTE: "1000000",
  API_CALLS_PER_MINUTE: "1000000",
  UPLOADS_PER_MINUTE: "1000000",
  CONTACT_MESSAGES_PER_HOUR: "1000000",
  PAPERS_PER_MINUTE: "1000000",
  SIGN_UPS_PER_HOUR: "1000000",
  FAILED_SIGN_INS_PER_ADDRESS: "1000000",
  CONNECTIONS_PER_ADDRESS: "1000000",
  ADMIN_SECOND_FACTOR: "offered",
};

/** A Klinika in its own process. Waits for its output, never for a fixed time. */
export class KlinikaProcess {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  output = "";

  /**
   * `preloaded`: modules that are loaded before Klinika's own. `folder`: that of another version of Klinika.
   * `program`: the program to start, by default the server without its parent process.
   */
  constructor(
    dataDir: string,
    env: Record<string, string> = {},
    preloaded: readonly string[] = [],
    folder = ".",
    // The server process itself, so that killing it kills nothing else.
    program = "src/app/serve.mjs",
  ) {
    const { DATABASE_URL: _, ...own } = process.env;
    const words = preloaded.flatMap((file) => ["--import", file]);
    this.process = spawn(process.execPath, [...words, program], {
      env: { ...own, PORT: "0", DATA_DIR: dataDir, ...env },
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        this.output += chunk;
      });
    }
    this.ended = once(this.process, "close").then(([code]) => code as number | null);
  }

  async prints(pattern: RegExp): Promise<RegExpMatchArray> {
    for (;;) {
      const match = this.output.match(pattern);
      if (match) return match;
      const more = await Promise.race([
        once(this.process.stdout as NodeJS.ReadableStream, "data"),
        once(this.process.stderr as NodeJS.ReadableStream, "data"),
        this.ended.then(() => null),
      ]);
      if (!more && !pattern.test(this.output))
        throw new Error(`It exited without ${pattern}:\n${this.output}`);
    }
  }

  async address(): Promise<URL> {
    return new URL((await this.prints(/Klinika runs at (\S+)/))[1] as string);
  }

  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.process.kill(signal);
    return this.ended;
  }
}

/**
 * A data folder after its first start, which creates and migrates the database. A copy of it starts in a third of
 * that time.
 */
export async function prepareDataFolder() {
  const root = mkdtempSync(join(tmpdir(), "klinika-prepared-"));
  const prepared = join(root, "data");
  const first = new KlinikaProcess(prepared);
  await first.address();
  await first.stop();
  return {
    /** Copies to an empty folder. Only cp preserves the owners of the database's files. */
    copyTo(folder: string): void {
      const { status, stderr } = spawnSync("cp", ["-a", `${prepared}/.`, folder], { encoding: "utf8" });
      if (status !== 0) throw new Error(`The prepared data folder was not copied: ${stderr}`);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The process id of the database in a data folder. */
export function databasePid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

/** URL of the running database in a data folder, as its superuser. */
export function ownDatabaseUrl(dataDir: string): string {
  const [, , , port] = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
  const password = readFileSync(join(dataDir, "postgres-password"), "utf8").trim();
  return `postgres://postgres:${password}@127.0.0.1:${port}/klinika`;
}
