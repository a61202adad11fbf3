import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Client } from "pg";
import { ailments } from "#scripts/demo/ailments.ts";
import { migrate } from "#server/database/migrate.ts";
import { withClient } from "#server/database/with-client.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { ownerDefaultPermissions, permissions } from "#shared/permissions.ts";
import { seedLargeClinics } from "#test/data/large-clinics.ts";
import { openPostgres } from "#test/harness/postgres.ts";

const root = new URL("../../", import.meta.url);
const whatMakesIt = [
  "migrations/*.sql",
  "measure/speed/platform.ts",
  "test/data/large-clinics.ts",
  "scripts/demo/ailments.ts",
];

/** What an ordinary clinic has, whatever the platform's size, so that its speed can be compared. */
const ORDINARY = 4522;
/** Generated ids are below; what a measurement adds is above, and is removed after it. */
const LAST_MADE_ID = 100_000_000;
/** The end of the generated platform's time; its appointments are moved to today when it is opened. */
const until = new Date("2026-11-20T07:00:00Z");

export type Clinic = { id: number; ownerId: number; patientIds: number[] };

/** A generated platform in its own PostgreSQL. */
export type Platform = {
  /** The first has a tenth of all patients, on a platform of at least two ordinary clinics; the others are ordinary. */
  clinics: Clinic[];
  adminId: number;
  databaseUrl: string;
  /** A Klinika may start on it once `stop` is done. */
  dataDir: string;
  /** Removes what was added, and vacuums as a night's autovacuum would. */
  tidy(): Promise<void>;
  stop(): Promise<void>;
};

/** Opens the stored platform of a size, or generates it if its sources have changed. */
export async function openPlatform(
  size: number,
  folder: string,
  log: (line: string) => void,
): Promise<Platform> {
  const dataDir = join(resolve(folder), `${size}-${fingerprint()}`);
  if (!existsSync(dataDir)) {
    const start = performance.now();
    await make(size, dataDir);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    log(`Made ${size.toLocaleString("en")} patients: ${seconds} s.`);
  }
  const { url: databaseUrl, stop } = await openPostgres(dataDir);
  const tidy = () => withClient(databaseUrl, removeAdded);
  try {
    const read = await withClient(databaseUrl, async (client) => {
      await moveToToday(client);
      return readClinics(client);
    });
    await tidy();
    return { ...read, databaseUrl, dataDir, tidy, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function fingerprint(): string {
  const hash = createHash("sha256");
  const files = whatMakesIt.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  for (const file of files) hash.update(file).update(readFileSync(new URL(file, root)));
  return hash.digest("hex").slice(0, 12);
}

async function make(size: number, dataDir: string): Promise<void> {
  const unfinished = `${dataDir}.${process.pid}.new`;
  await mkdir(unfinished, { recursive: true });
  const { url, stop } = await openPostgres(unfinished);
  try {
    await migrate(url);
    await fillPlatform(url, size);
  } finally {
    await stop();
  }
  await rename(unfinished, dataDir);
  // Removes platforms of this size from earlier sources, unless one is in use.
  for (const name of await readdir(dirname(dataDir))) {
    const folder = join(dirname(dataDir), name);
    const isOlder = name.startsWith(`${size}-`) && folder !== dataDir;
    if (isOlder && !existsSync(join(folder, "postgres/postmaster.pid")))
      await rm(folder, { recursive: true, force: true });
  }
}

/** Adds the platform's data to a migrated, empty database. */
export async function fillPlatform(url: string, size: number): Promise<void> {
  const inBigClinic = size < 2 * ORDINARY ? 0 : Math.round(size / 10);
  const elsewhere = size - inBigClinic;
  const clinics = Math.max(1, Math.round(elsewhere / ORDINARY));
  await seedLargeClinics(url, { inBigClinic, elsewhere, clinics, now: until });
  await withClient(url, fill);
}

/** Data of users and patients beyond the rows of `seedLargeClinics`. */
async function fill(client: Client): Promise<void> {
  const run = (text: string, ...values: unknown[]) => client.query(text, values);
  await run("begin");
  // Triggers would write a history row each.
  await run("set local session_replication_role = replica");
  await run("set local synchronous_commit = off");
  await run("update clinics set subscription_status = 'active'");
  await run(
    `update users set email = 'owner' || clinic_id || '@bench.klinika.test', permissions = $1`,
    ownerDefaultPermissions,
  );
  await run(
    `insert into users (clinic_id, email, first_name, last_name, role, permissions, password_changed)
     select id, 'staff' || id || '@bench.klinika.test', 'Marites', 'Bañez', 'secretary', $1::text[], true from clinics
     union all select null, 'admin@bench.klinika.test', 'System', 'Admin', 'admin', '{}', true`,
    permissions,
  );
  // The last thirty patients of a clinic have a visit today.
  await run(
    `update patients p set consultation_status = case when newest <= 30 then 'pending' else 'completed' end,
            appointment_time = case when newest <= 30 then $1::timestamptz - newest * interval '15 minutes' end
     from (select id, row_number() over (partition by clinic_id order by id desc) as newest from patients) ranked
     where ranked.id = p.id and (newest <= 30 or consultation_status = 'pending')`,
    until,
  );
  const ailment = `jsonb_to_recordset($1::jsonb) as a (n integer, complaint text, diagnosis text, treatment text,
                                                       "physicalExamination" text, medications jsonb)`;
  const given = JSON.stringify(ailments.map((one, n) => ({ n, ...one })));
  const vitals = {
    bloodPressure: "128/82",
    temperature: 36.8,
    pulse: 78,
    respiratoryRate: 18,
    weight: 61.5,
    height: 158,
  };
  await run(
    `insert into consultations (clinic_id, patient_id, secretary_id, chief_complaint, vital_signs, physical_examination,
                                diagnosis, treatment, created_at)
     select p.clinic_id, p.id, u.id, complaint, case when (p.id + visit) % 10 < 7 then $2::jsonb end, "physicalExamination",
            diagnosis, treatment, p.created_at + visit * interval '14 days'
     from patients p cross join lateral generate_series(1, (p.id % 4)::integer) visit
     join ${ailment} on n = (p.id + visit) % $3
     join users u on u.clinic_id = p.clinic_id and u.role = 'secretary'`,
    given,
    vitals,
    ailments.length,
  );
  await run(
    `insert into prescriptions (clinic_id, patient_id, prepared_by_id, status, physician_name, physician_license, medications,
                                diagnosis, prescription_date, created_at)
     select p.clinic_id, p.id, u.id, 'final', 'Rafael Peñaflor, MD', '0098412',
            (select jsonb_agg('{"genericName": null, "brandName": null, "strength": null, "form": null, "quantity": null,
                                "instructions": null}'::jsonb || medicine) from jsonb_array_elements(medications) medicine),
            diagnosis, manila_day(p.created_at), p.created_at
     from patients p join ${ailment} on n = p.id % $2
     join users u on u.clinic_id = p.clinic_id and u.role = 'owner'
     where p.id % 5 < 3 and jsonb_array_length(medications) > 0`,
    given,
    ailments.length,
  );
  await run(
    `insert into notifications (clinic_id, user_id, type, title, message, created_at, read_at)
     select clinic_id, id, 'info', 'Prescription prepared', 'Marites Bañez prepared a prescription for you to release.',
            $1::timestamptz - (30 - n) * interval '1 day', case when n <= 25 then $1::timestamptz - (30 - n) * interval '1 day' end
     from users cross join generate_series(1, 30) n where clinic_id is not null`,
    until,
  );
  await run("select setval('klinika_id', $1)", LAST_MADE_ID);
  await run("commit");
  await run("reindex schema public");
  await run("vacuum (freeze, analyze)");
  await run("checkpoint");
}

export async function readClinics(client: Client): Promise<Pick<Platform, "clinics" | "adminId">> {
  const { rows: clinics } = await client.query<Record<"id" | "owner", string>>(
    `select c.id, o.id as owner
     from clinics c join users o on o.clinic_id = c.id and o.role = 'owner' order by c.id`,
  );
  const { rows: patients } = await client.query<{ clinic: string; ids: string[] }>(
    "select clinic_id as clinic, array_agg(id order by id) as ids from patients where id <= $1 group by clinic_id",
    [LAST_MADE_ID],
  );
  const idsOf = new Map(patients.map(({ clinic, ids }) => [clinic, ids.map(Number)]));
  const { rows: admins } = await client.query<{ id: string }>("select id from users where role = 'admin'");
  return {
    clinics: clinics.map(({ id, owner }) => ({
      id: Number(id),
      ownerId: Number(owner),
      patientIds: idsOf.get(id) ?? [],
    })),
    adminId: Number(admins[0]?.id),
  };
}

/** Rows of a measurement have later ids, or none and end with it. */
const added: Record<string, string> = {
  patient_name_sounds: `patient_id > ${LAST_MADE_ID}`,
  ...Object.fromEntries(
    "admissions patients notifications visits appointments bills payments day_closings"
      .split(" ")
      .map((table) => [table, `id > ${LAST_MADE_ID}`]),
  ),
  ...Object.fromEntries(
    "record_history_seals record_history idempotency_keys admission_counters known_devices sign_in_failures told_causes sessions"
      .split(" ")
      .map((table) => [table, "true"]),
  ),
};

async function removeAdded(client: Client): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (const [table, which] of Object.entries(added))
    await client.query(`delete from ${table} where ${which}`);
  await client.query("reset session_replication_role");
  for (const table of Object.keys(added)) await client.query(`vacuum (analyze) ${table}`);
}

/** Moves those visits to today, whenever the platform was generated. */
async function moveToToday(client: Client): Promise<void> {
  await client.query("set session_replication_role = replica");
  await client.query(
    `update patients set appointment_time = appointment_time + ($1::date - manila_day(appointment_time)) * interval '1 day'
     where consultation_status = 'pending' and appointment_time is not null and manila_day(appointment_time) <> $1::date`,
    [manilaDay(new Date())],
  );
}
