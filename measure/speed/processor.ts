import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What the processor did, in seconds, for a server and its database. On a machine that others use as well the clock
 * says little of a server; this does, since a request costs the same work whoever else waits for the processor.
 */
export class Processor {
  private readonly dataDir: string;

  /** The folder of the database, whose every process counts. */
  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  /** Of this process and the database so far; not a number where the system does not tell. */
  secondsOf(pid: number | undefined): number {
    const database = this.databasePids();
    if (pid === undefined || database.length === 0) return Number.NaN;
    return [pid, ...database].reduce((sum, one) => sum + ticksOf(one), 0) / 100;
  }

  private databasePids(): number[] {
    const file = join(this.dataDir, "postgres/postmaster.pid");
    if (process.platform !== "linux" || !existsSync(file)) return [];
    const [first] = readFileSync(file, "utf8").split("\n");
    const children = readFileSync(`/proc/${first}/task/${first}/children`, "utf8");
    return [Number(first), ...children.trim().split(" ").map(Number)];
  }
}

/** Ticks of a hundredth of a second in user and system mode. */
function ticksOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const fields = readFileSync(file, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
