import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Stage } from "#test/app.ts";
import { percentile } from "#test/harness/statistics.ts";
import { databasePid } from "#test/servers/klinika-process.ts";
import { metricsSecret } from "../hostile-papers.ts";
import type { MinuteOfAnswers } from "./answers.ts";

const MEGABYTE = 1e6;

/** State of the server at the end of a minute; sizes in megabytes. */
export type Sample = {
  piece: number;
  /** Hours of real time, over all pieces. */
  hour: number;
  /** Patients seen, over all pieces. */
  seen: number;
  rss: number;
  /** Size of JavaScript's heap, used or not. */
  heapTaken: number;
  /** The least heap used in the minute, which is what collections left. */
  heap: number;
  /** Private memory of the database's processes. */
  databaseMemory: number;
  connections: number;
  database: number;
  files: number;
  /** Milliseconds. */
  loopP99: number;
  loopMax: number;
  answers99: number;
  statuses: Record<string, number>;
  /** Load average of the machine over one minute. */
  load: number;
};

/** The samples of all pieces, one per line. */
export class Samples {
  readonly all: Sample[];
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, "samples.jsonl");
    const lines = existsSync(this.file) ? readFileSync(this.file, "utf8").trim().split("\n") : [];
    this.all = lines.filter(Boolean).map((line) => JSON.parse(line) as Sample);
  }

  add(sample: Sample): void {
    this.all.push(sample);
    appendFileSync(this.file, `${JSON.stringify(sample)}\n`);
  }
}

/** The current values of `/metrics`. */
export class MetricsSample {
  readonly rss: number;
  readonly heapTaken: number;
  readonly heap: number;
  readonly loopP99: number;
  readonly loopMax: number;

  private constructor(text: string) {
    const value = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, "m"))?.[1]);
    this.rss = value("process_resident_memory_bytes") / MEGABYTE;
    this.heapTaken = value("nodejs_heap_size_total_bytes") / MEGABYTE;
    this.heap = value("nodejs_heap_size_used_bytes") / MEGABYTE;
    this.loopP99 = value('klinika_event_loop_delay_seconds\\{state="p99"\\}') * 1000;
    this.loopMax = value('klinika_event_loop_delay_seconds\\{state="max"\\}') * 1000;
  }

  static async at(origin: string): Promise<MetricsSample> {
    const headers = { authorization: `Bearer ${metricsSecret}` };
    return new MetricsSample(await (await fetch(`${origin}/metrics`, { headers })).text());
  }
}

/** What is stored and in memory at this moment. */
export async function measured(
  { sql }: Pick<Stage, "sql">,
  dataDir: string,
): Promise<Pick<Sample, "connections" | "database" | "files" | "databaseMemory">> {
  const [row] = await sql<{ connections: number; database: string }>(
    `select (select count(*)::integer from pg_stat_activity where backend_type = 'client backend'
             and datname = current_database() and usename <> current_user) as connections,
            pg_database_size(current_database())::text as database`,
  );
  return {
    connections: row?.connections ?? 0,
    database: Number(row?.database) / MEGABYTE,
    files: kilobytesIn(join(dataDir, "files")) / 1000,
    databaseMemory: ownMemoryOf(databasePid(dataDir)),
  };
}

/** The largest tables, with their indexes. */
export const tableSizes = ({ sql }: Pick<Stage, "sql">): Promise<{ name: string; bytes: string }[]> =>
  sql(
    `select relname as name, pg_total_relation_size(oid)::text as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc limit 60`,
  );

function kilobytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return Number(execFileSync("du", ["-sk", folder], { encoding: "utf8" }).split("\t")[0]);
}

/** Private memory; NaN if the system does not report it. */
function ownMemoryOf(postmaster: number): number {
  if (process.platform !== "linux") return Number.NaN;
  let kilobytes = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const [, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").match(/\) \S (\d+)/) ?? [];
      if (Number(parent) !== postmaster) continue;
      const [, own] = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8").match(/^Pss_Anon:\s+(\d+)/m) ?? [];
      kilobytes += Number(own ?? 0);
    } catch {
      // It exited meanwhile.
    }
  return kilobytes / 1000;
}

/** Figures of a minute of polls and responses. */
export const minuteOf = (
  metrics: readonly MetricsSample[],
  { statuses, took }: MinuteOfAnswers,
): Pick<Sample, "rss" | "heapTaken" | "heap" | "loopP99" | "loopMax" | "answers99" | "statuses"> => ({
  rss: metrics.at(-1)?.rss ?? Number.NaN,
  heapTaken: metrics.at(-1)?.heapTaken ?? Number.NaN,
  heap: Math.min(...metrics.map(({ heap }) => heap)),
  loopP99: Math.max(...metrics.map(({ loopP99 }) => loopP99)),
  loopMax: Math.max(...metrics.map(({ loopMax }) => loopMax)),
  answers99: percentile(took, 0.99),
  statuses,
});
