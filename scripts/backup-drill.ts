import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkBackup, restoreBackup } from "#operations/backup/restore-backup.ts";
import { takeBackup } from "#operations/backup/take-backup.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import { withClient } from "#server/database/with-client.ts";
import { readSettings } from "#server/settings.ts";
import { newKeyPair } from "#server/storage/age-format.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { newStorageKey } from "#server/storage/storage.ts";
import { fingerprints } from "#test/data/fingerprints.ts";
import { seedLargeClinics } from "#test/data/large-clinics.ts";

/**
 * `node scripts/backup-drill.ts 100000`: a clinic of that many patients with eight writers, a backup, everything wiped, a
 * restore on a new PostgreSQL, and every table compared. Exits with 1 if something differs.
 */
const patients = Number(process.argv[2] ?? 100_000);
const files = 200;
const writers = 8;
const home = await mkdtemp(join(tmpdir(), "klinika-drill-"));
const dataDir = join(home, "data");
// Encrypted, as recommended.
const { recipient, identity } = await newKeyPair();
const filesKey = (await newKeyPair()).identity;
const settings = readSettings({ DATA_DIR: dataDir, BACKUP_KEY: recipient, FILES_KEY: filesKey });
const quiet = () => undefined;

type Line = { what: string; figure: string; goal: string; holds: boolean };
const table: Line[] = [];
const minutes = (ms: number) => `${(ms / 60_000).toFixed(2)} min`;

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
}

async function seed(url: string): Promise<number> {
  await migrate(url);
  const inBigClinic = Math.round(patients / 5);
  const { bigClinicId } = await seedLargeClinics(url, {
    inBigClinic,
    elsewhere: patients - inBigClinic,
    clinics: 20,
    now: new Date(),
  });
  const storage = openStorage(settings);
  await withClient(url, async (client) => {
    for (let made = 0; made < files; made++) {
      const bytes = randomBytes(50_000);
      const sha256 = Buffer.from(await crypto.subtle.digest("SHA-256", bytes));
      const key = newStorageKey(bigClinicId);
      await storage.put(key, { blob: new Blob([bytes]), sha256 });
      await client.query(
        `insert into files (clinic_id, path, stored_as, name, type, size, sha256, category, patient_id, uploaded_at, attached_at)
         select $1, $2, $2, 'x-ray.png', 'image/png', $3, $4, 'imaging', id, now(), now() from patients where clinic_id = $1 limit 1`,
        [bigClinicId, key, bytes.length, sha256],
      );
    }
  });
  return bigClinicId;
}

/** Each insert is a transaction with its row of the record history. */
async function write(url: string, clinicId: number, isOver: () => boolean): Promise<number> {
  let done = 0;
  await withClient(url, async (client) => {
    await client.query(
      "select set_config('app.clinic_id', $1, false), set_config('app.event', 'patient.add', false)",
      [String(clinicId)],
    );
    for (; !isOver(); done++)
      await client.query(
        "insert into patients (clinic_id, admission_no, hospital, patient_name, sex) values ($1, $2, 'Makati Medical Center', 'Cruz, Ñiña', 'F')",
        [clinicId, randomBytes(8).toString("hex")],
      );
  });
  return done;
}

async function drill(): Promise<void> {
  let database = await startEmbeddedPostgres({ dataDir, log: quiet });
  try {
    const [clinicId, seeding] = await timed(() => seed(database.url));
    console.error(`${patients} patients made in ${minutes(seeding)}`);
    let isOver = false;
    const writing = Array.from({ length: writers }, () => write(database.url, clinicId, () => isOver));
    let before: Record<string, string> = {};
    let fingerprinting = 0;
    const order = { databaseUrl: database.url, settings, into: join(home, "backups"), now: new Date() };
    const [backup, taking] = await timed(() =>
      takeBackup({
        ...order,
        why: "by hand",
        onSnapshot: async (client) => {
          await client.query("set local role none");
          [before, fingerprinting] = await timed(() => fingerprints(client));
          await client.query("set local role klinika_backup");
        },
      }),
    );
    isOver = true;
    const written = (await Promise.all(writing)).reduce((sum, each) => sum + each, 0);
    await database.stop();
    await rm(dataDir, { recursive: true });

    const [, restoring] = await timed(async () => {
      const checked = await checkBackup(backup.folder, identity);
      database = await startEmbeddedPostgres({ dataDir, log: quiet });
      await restoreBackup({
        databaseUrl: database.url,
        settings,
        folder: backup.folder,
        checked,
        replaces: false,
        log: quiet,
      });
    });
    const after = await withClient(database.url, fingerprints);
    const tables = Object.keys(before);
    const different = tables.filter((name) => before[name] !== after[name]);
    const { manifest } = backup;
    const rows = manifest.tables.reduce((sum, each) => sum + each.rows, 0);
    table.push(
      {
        what: "patients, rows, files",
        figure: `${manifest.patients}, ${rows}, ${manifest.files.count}`,
        goal: "",
        holds: true,
      },
      { what: "added by the writers meanwhile", figure: String(written), goal: "> 0", holds: written > 0 },
      { what: "time of the backup", figure: minutes(taking - fingerprinting), goal: "", holds: true },
      {
        what: "wiped to restored, every byte checked",
        figure: minutes(restoring),
        goal: "≤ 30 min",
        holds: restoring < 30 * 60_000,
      },
      {
        what: `tables that differ, of ${tables.length}`,
        figure: String(different.length),
        goal: "0",
        holds: different.length === 0,
      },
      {
        what: "files that differ",
        figure: String(files - manifest.files.count),
        goal: "0",
        holds: files === manifest.files.count,
      },
    );
    if (different.length > 0) console.error(`Different: ${different.join(", ")}`);
  } finally {
    await database.stop().catch(quiet);
    await rm(home, { recursive: true, force: true });
  }
}

await drill();
for (const { what, figure, goal, holds } of table)
  console.log(`${what.padEnd(40)} ${figure.padStart(28)}  ${goal.padEnd(10)} ${holds ? "pass" : "fail"}`);
process.exit(table.every(({ holds }) => holds) ? 0 : 1);
