import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { stopWhenInterrupted } from "#measure/harness/interrupted.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import { manilaDay } from "#shared/dates.ts";
import { connected } from "#test/postgres.ts";
import { fill } from "./fill.ts";
import { LAST_MADE_ID, type Platform, platformOf } from "./platform.ts";

const root = new URL("../../../", import.meta.url);
const whatMakesIt = [
  "migrations/*.sql",
  "measure/speed/data/{platform,rows,fill}.ts",
  "scripts/demo/{people,ailments,random}.ts",
];

/** A platform in a PostgreSQL of its own, as it was made: what a measurement added is taken away again. */
export type KeptPlatform = {
  platform: Platform;
  databaseUrl: string;
  /** A Klinika may start on it once `stop` is done. */
  dataDir: string;
  /** Takes away what was added, and tidies as a night's autovacuum would. */
  tidy(): Promise<void>;
  stop(): Promise<void>;
};

const folderOf = (folder: string, size: number) => join(resolve(folder), `${size}-${fingerprint()}`);

function fingerprint(): string {
  const hash = createHash("sha256");
  const files = whatMakesIt.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  for (const file of files) hash.update(file).update(readFileSync(new URL(file, root)));
  return hash.digest("hex").slice(0, 12);
}

/** Opens the platform of a size that lies in a folder, making it first when it was never made by this generator. */
export async function openKept(
  size: number,
  folder: string,
  log: (line: string) => void,
): Promise<KeptPlatform> {
  const platform = platformOf(size);
  const dataDir = folderOf(folder, size);
  if (!existsSync(dataDir)) await make(platform, dataDir, log);
  const postgres = await startPostgres(dataDir);
  try {
    await moveToToday(postgres.url);
    await tidyUp(postgres.url);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return {
    platform,
    databaseUrl: postgres.url,
    dataDir,
    tidy: () => tidyUp(postgres.url),
    stop: () => postgres.stop(),
  };
}

async function startPostgres(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const forget = stopWhenInterrupted(() => postgres.stop());
  return {
    url: postgres.url,
    async stop() {
      forget();
      await postgres.stop();
    },
  };
}

async function make(platform: Platform, dataDir: string, log: (line: string) => void): Promise<void> {
  const start = performance.now();
  const unfinished = `${dataDir}.${process.pid}.new`;
  await mkdir(unfinished, { recursive: true });
  const postgres = await startPostgres(unfinished);
  try {
    await migrate(postgres.url);
    await fill(postgres.url, platform);
  } finally {
    await postgres.stop();
  }
  await rename(unfinished, dataDir);
  await forgetOlder(platform.size, dataDir);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  log(
    `Made ${platform.size.toLocaleString("en")} patients in ${platform.clinics.length} clinics: ${seconds} s.`,
  );
}

/** What an earlier generator or schema made of this size, unless somebody is at work on it. */
async function forgetOlder(size: number, kept: string): Promise<void> {
  for (const name of await readdir(dirname(kept))) {
    const folder = join(dirname(kept), name);
    const isOlder = name.startsWith(`${size}-`) && folder !== kept;
    if (isOlder && !existsSync(join(folder, "postgres/postmaster.pid")))
      await rm(folder, { recursive: true, force: true });
  }
}

/** Rows of a measurement have later ids, or none and end with it. */
const added: [table: string, which: string][] = [
  ["patient_name_sounds", `patient_id > ${LAST_MADE_ID}`],
  ["admissions", `id > ${LAST_MADE_ID}`],
  ["patients", `id > ${LAST_MADE_ID}`],
  ["notifications", `id > ${LAST_MADE_ID}`],
  ...[
    "record_history_seals",
    "record_history",
    "idempotency_keys",
    "admission_counters",
    "known_devices",
    "sign_in_failures",
    "told_causes",
    "sessions",
  ].map((table): [string, string] => [table, "true"]),
];

export function tidyUp(databaseUrl: string): Promise<void> {
  return connected(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const [table, which] of added) await client.query(`delete from ${table} where ${which}`);
    await client.query("reset session_replication_role");
    for (const [table] of added) await client.query(`vacuum (analyze) ${table}`);
  });
}

/** Those who come today come today, whenever the platform was made. */
function moveToToday(databaseUrl: string): Promise<void> {
  return connected(databaseUrl, async (client) => {
    const today = manilaDay(new Date());
    await client.query("set session_replication_role = replica");
    await client.query(
      `update patients set appointment_time = appointment_time + ($1::date - manila_day(appointment_time)) * interval '1 day'
       where consultation_status = 'pending' and appointment_time is not null and manila_day(appointment_time) <> $1::date`,
      [today],
    );
  });
}
