import { sql } from "kysely";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { Failure } from "#shared/errors.ts";
import { formatBytes } from "#shared/formats/bytes.ts";
import type { ClinicScope } from "../database/db.ts";
import type { Settings } from "../settings.ts";

/** Bytes that a clinic has stored, and may store. */
export type StorageUse = { used: number; quota: number };

/**
 * What a clinic may store: less until its subscription is active, as anybody can open a trial, and least until its owner
 * has confirmed the email. `written` is what it wrote to the database: rows, lists, and the record history of them.
 */
async function limitsOf({ db, id }: ClinicScope, settings: Settings) {
  const { rows } = await sql<{ isActive: boolean | null; isUnconfirmed: boolean; written: number }>`
    select (select subscription_status = 'active' from clinics where id = ${id}) as "isActive",
           exists (select from users where clinic_id = ${id} and role = 'owner'
                   and email_unconfirmed_since is not null) as "isUnconfirmed",
           coalesce((select sum(bytes) from written_bytes where clinic_id = ${id}), 0)::bigint as written`.execute(
    db,
  );
  const { isActive = false, isUnconfirmed = false, written = 0 } = rows[0] ?? {};
  const ofAll = settings.filesQuotaGb * 1e9;
  const ofTrial = Math.min(ofAll, settings.trialFilesQuotaGb * 1e9);
  const quota = isActive
    ? ofAll
    : isUnconfirmed
      ? Math.min(ofTrial, settings.unconfirmedQuotaMb * 1e6)
      : ofTrial;
  return { written, quota };
}

/**
 * What a clinic has stored: files, including those of deleted patients until they are destroyed, pictures, and what it
 * wrote to the database.
 */
export async function storageOf(clinic: ClinicScope, settings: Settings): Promise<StorageUse> {
  const { db, id } = clinic;
  const { written, quota } = await limitsOf(clinic, settings);
  const { rows } = await sql<{ bytes: number }>`
    select ((select coalesce(sum(size), 0) from files where clinic_id = ${id})
          + (select coalesce(sum(octet_length(picture)), 0) from patient_photos where clinic_id = ${id})
          + (select coalesce(octet_length(logo), 0) from clinics where id = ${id})
          + (select coalesce(sum(octet_length(image)), 0) from signatures where clinic_id = ${id})
          + (select coalesce(sum(file_bytes), 0) from sealed_records where clinic_id = ${id} and file_bytes > 0))::bigint as bytes`.execute(
    db,
  );
  return { used: (rows[0]?.bytes ?? 0) + written, quota };
}

/** Runs before anything is received. @throws Failure when there is no space for a single byte */
export async function refuseOverQuota(clinic: ClinicScope, settings: Settings): Promise<void> {
  const use = await storageOf(clinic, settings);
  if (use.used >= use.quota) throw quotaFull(use);
}

/**
 * Files alone never stop a clinic from writing records: only what it wrote to the database does.
 * @throws Failure
 */
export async function refuseWritingOverQuota(clinic: ClinicScope, settings: Settings): Promise<void> {
  const { written, quota } = await limitsOf(clinic, settings);
  if (written >= quota) throw quotaFull({ used: written, quota });
}

/**
 * Checks that there is space for more bytes. Uploads of one clinic wait for each other here until the end of the
 * transaction, so that two of them cannot both take the last space. @throws Failure
 */
export async function takeRoom(clinic: ClinicScope, settings: Settings, bytes: number): Promise<void> {
  await lockInTransaction(clinic, "files quota");
  const use = await storageOf(clinic, settings);
  if (use.used + bytes > use.quota) throw quotaFull(use);
}

const quotaFull = ({ used, quota }: StorageUse) =>
  new Failure(
    "quota_full",
    `Your clinic can store ${formatBytes(quota)} of files and records and ${formatBytes(used)} are used, so there is no space for this. Please contact your administrator for more.`,
  );
