import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { databasePid, KlinikaProcess, ownDatabaseUrl, withoutLimits } from "../servers/klinika-process.ts";
import { HttpClient } from "./http-client.ts";
import { stopWhenInterrupted } from "./interrupted.ts";

/** A Klinika with its embedded database, both of which may be killed and restarted. */
export class CrashTarget {
  klinika: KlinikaProcess;
  /** None while the application is down. */
  wire: HttpClient | null = null;
  readonly dataDir: string;
  private readonly isEnded = stopWhenInterrupted(() => this.removeAll());

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.klinika = new KlinikaProcess(dataDir, withoutLimits);
  }

  async ready(): Promise<HttpClient> {
    this.wire ??= new HttpClient(await this.klinika.address());
    return this.wire;
  }

  async killApplication(): Promise<void> {
    const { wire } = this;
    this.wire = null;
    await this.klinika.stop("SIGKILL");
    wire?.close();
    this.klinika = new KlinikaProcess(this.dataDir, withoutLimits);
    await this.ready();
  }

  /** Kills all of its processes together, so that none completes work for the others. */
  async killDatabase(): Promise<void> {
    const first = this.databasePid();
    for (const pid of withChildren(first)) signal(pid, "SIGKILL");
    const isBack = await eventually(async () => {
      if (this.databasePid() === first) return false;
      return (await this.wire?.send({ method: "GET", url: "/api/health", headers: {} }))?.statusCode === 200;
    });
    if (!isBack) throw new Error("The database was not up a minute after it was killed.");
  }

  /** Stops all of its processes during the work, and continues them afterwards. */
  async paused<T>(work: () => Promise<T>): Promise<T> {
    const all = [Number(this.klinika.process.pid), ...withChildren(this.databasePid())];
    for (const pid of all) signal(pid, "SIGSTOP");
    try {
      return await work();
    } finally {
      for (const pid of all) signal(pid, "SIGCONT");
    }
  }

  databaseUrl(): string {
    return ownDatabaseUrl(this.dataDir);
  }

  /** Ends it in any state, and removes its folder. */
  async end(): Promise<void> {
    this.isEnded();
    await this.removeAll();
  }

  private async removeAll(): Promise<void> {
    this.wire?.close();
    const database = this.databasePid();
    await this.klinika.stop();
    if (database) signal(database, "SIGKILL");
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** 0 while there is none. */
  private databasePid(): number {
    try {
      return databasePid(this.dataDir);
    } catch {
      return 0;
    }
  }
}

function withChildren(parent: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "ppid=,pid="], { encoding: "utf8" });
  const all = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return [parent, ...all.filter(([of]) => of === parent).map(([, pid = 0]) => pid)];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It exited meanwhile.
  }
}

/** Retries; an error counts as false. */
export async function eventually(isSo: () => Promise<boolean>, timeoutMs = 60_000): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (Date.now() < until) {
    if (await isSo().catch(() => false)) return true;
    await wait(20);
  }
  return false;
}

/** The account that signs up on an empty Klinika. */
export const somebody = {
  clinicName: "Clinic under Fire",
  doctorName: "Rafael Peñaflor",
  email: "fire@clinic.test",
  phone: "+63 917 555 0100",
  licenseNumber: "0098412",
  password: "tinola-at-noon-42",
  confirmPassword: "tinola-at-noon-42",
};
