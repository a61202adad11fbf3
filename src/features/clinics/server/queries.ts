import { sql } from "kysely";
import type { Clinic } from "#server/db.ts";
import type { ClinicSettings } from "../contract.ts";

export async function readClinicSettings(clinic: Clinic, now: Date): Promise<ClinicSettings> {
  return clinic.db
    .selectFrom("clinics")
    .select([
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
      sql<string>`effective_status(subscription_status, trial_ends_at, ${now})`.as("subscriptionStatus"),
      "trialEndsAt",
      "bedCapacity",
    ])
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
}
