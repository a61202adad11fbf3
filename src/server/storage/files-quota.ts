import { sql } from "kysely";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { Failure } from "#shared/errors.ts";
import { formatBytes } from "#shared/formats/bytes.ts";
import type { ClinicScope } from "../database/db.ts";
import type { Settings } from "../settings.ts";

/** Bytes that a clinic has stored, and may store. */
export type StorageUse = { used: number; quota: number };

/**
 * What a clinic has stored, and may store: less until its subscription is active, as anybody can open a trial. Stored are files,
 * including those of deleted patients until they are destroyed, pictures, and imported lists. A list counts again when it was imported and when it was taken back, as the record history keeps what
 * that wrote.
 */
export async function storageOf({ db, id }: ClinicScope, settings: Settings): Promise<StorageUse> {
  const { rows } = await sql<{ isActive: boolean | null; bytes: number }>`
    select (select subscription_status = 'active' from clinics where id = ${id}) as "isActive",
          ((select coalesce(sum(size), 0) from files where clinic_id = ${id})
          + (select coalesce(sum(octet_length(picture)), 0) from patient_photos where clinic_id = ${id})
          + (select coalesce(octet_length(logo), 0) from clinics where id = ${id})
          + (select coalesce(sum(bytes * (1 + (ran_at is not null)::int + (taken_back_at is not null)::int)), 0)
             from imports where clinic_id = ${id})
          + (select coalesce(sum(file_bytes), 0) from sealed_records where clinic_id = ${id} and file_bytes > 0))::bigint as bytes`.execute(
    db,
  );
  const gigabytes = rows[0]?.isActive
    ? settings.filesQuotaGb
    : Math.min(settings.trialFilesQuotaGb, settings.filesQuotaGb);
  return { used: rows[0]?.bytes ?? 0, quota: gigabytes * 1e9 };
}

/** Runs before anything is received. @throws Failure when there is no space for a single byte */
export async function refuseOverQuota(clinic: ClinicScope, settings: Settings): Promise<void> {
  const use = await storageOf(clinic, settings);
  if (use.used >= use.quota) throw quotaFull(use);
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
    `Your clinic can store ${formatBytes(quota)} of files and ${formatBytes(used)} are used, so there is no space for this. Please contact your administrator for more.`,
  );
