import { sql } from "kysely";
import type { Clinic } from "#server/db.ts";
import type { ClinicChanges, ClinicSettings } from "../contract.ts";

const columns = [
  "id",
  "name",
  "subdomain",
  "logoUrl",
  "primaryColor",
  "address",
  "phone",
  "email",
  "setupFee",
  "monthlyFee",
  "isActive",
  "trialEndsAt",
  "bedCapacity",
  "triplicateUntil",
  "requiresSecondFactor",
] as const;

const statusAt = (now: Date) =>
  sql<string>`effective_status(subscription_status, trial_ends_at, ${now})`.as("subscriptionStatus");

export async function readClinicSettings(clinic: Clinic, now: Date): Promise<ClinicSettings> {
  return clinic.db
    .selectFrom("clinics")
    .select([...columns, statusAt(now)])
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
}

type Written = ClinicChanges & { logo?: Buffer | null; logoUrl?: string | null };

/** What is not named stays as it is. */
export async function writeClinic(clinic: Clinic, written: Written, now: Date): Promise<ClinicSettings> {
  return clinic.db
    .updateTable("clinics")
    .set({ ...written, updatedAt: now.toISOString() })
    .where("id", "=", clinic.id)
    .returning([...columns, statusAt(now)])
    .executeTakeFirstOrThrow();
}

/**
 * Field by field, so that two tabs do not take back each other's changes.
 * @throws Failure taken with fields.subdomain when another clinic has it.
 */
export const updateClinicSettings = (clinic: Clinic, changes: ClinicChanges, now: Date) =>
  writeClinic(clinic, changes, now);
