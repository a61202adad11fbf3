import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { stopWhenInterrupted } from "#measure/harness/interrupted.ts";

/** What would end a run that asks much in a minute, or stop its admin. Successful sign-ins and reads have no limit. */
const withoutLimits = {
  CHANGES_PER_MINUTE: "1000000",
  SIGN_UPS_PER_HOUR: "1000000",
  ADMIN_SECOND_FACTOR: "offered",
};

/** Klinika as it ships, in a process of its own, its log written to a file as a service manager would. */
export class Served {
  readonly process: ChildProcess;
  readonly port: number;
  private readonly ended: Promise<unknown>;
  private readonly folder: string;

  private constructor(child: ChildProcess, ended: Promise<unknown>, port: number, folder: string) {
    this.process = child;
    this.ended = ended;
    this.port = port;
    this.folder = folder;
  }

  /** `env` may name another DATA_DIR than a fresh one. */
  static async start(env: Record<string, string>): Promise<Served> {
    const folder = await mkdtemp(join(tmpdir(), "klinika-bench-"));
    const logFile = join(folder, "klinika.log");
    const log = openSync(logFile, "a");
    const { DATABASE_URL: _, ...own } = process.env;
    const child = spawn(process.execPath, ["src/serve.mjs"], {
      env: { ...own, PORT: "0", DATA_DIR: join(folder, "data"), ...withoutLimits, ...env },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    const forget = stopWhenInterrupted(async () => child.kill("SIGTERM") && ended);
    let isOver = false;
    const ended = once(child, "close").then(() => {
      isOver = true;
      forget();
    });
    for (;;) {
      const said = readFileSync(logFile, "utf8");
      const port = /Klinika runs at http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (port) return new Served(child, ended, Number(port), folder);
      if (isOver) throw new Error(`Klinika did not start:\n${said}`);
      await wait(5);
    }
  }

  async stop(): Promise<void> {
    this.process.kill("SIGTERM");
    await this.ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}
