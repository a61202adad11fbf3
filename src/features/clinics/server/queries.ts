import { sql } from "kysely";
import { writeHistory } from "#server/audit/record-history.ts";
import { refuseAuthorityName } from "#server/authority-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { withLetterheadKept } from "#server/letterhead.ts";
import { requireDay } from "#server/require-day.ts";
import type { AdultRanges } from "#shared/clinical/adult-ranges.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
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
  "queueHasVitals",
  "queueHasPayment",
  "isVatRegistered",
  "tin",
] as const;

const adultRanges = sql<AdultRanges | null>`adult_ranges`.as("adultRanges");

const statusAt = (now: Date) =>
  sql<string>`effective_status(subscription_status, trial_ends_at, ${now})`.as("subscriptionStatus");

export async function readClinicSettings(clinic: ClinicScope, now: Date): Promise<ClinicSettings> {
  return clinic.db
    .selectFrom("clinics")
    .select([...columns, adultRanges, statusAt(now)])
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
}

type Written = ClinicChanges & { logo?: Buffer | null; logoUrl?: string | null };

/** Fields that are not named stay as they are. */
export async function writeClinic(
  clinic: ClinicScope,
  { adultRanges: ranges, ...written }: Written,
  now: Date,
): Promise<ClinicSettings> {
  return clinic.db
    .updateTable("clinics")
    .set({
      ...written,
      ...withLetterheadKept(withoutUndefined(written), now),
      ...(ranges !== undefined && { adultRanges: ranges && JSON.stringify(ranges) }),
      updatedAt: now.toISOString(),
    })
    .where("id", "=", clinic.id)
    .returning([...columns, adultRanges, statusAt(now)])
    .executeTakeFirstOrThrow();
}

type By = { ownerUserId: number | null; requirePassword: () => void };

/**
 * Updates only the fields that are sent, so that two tabs do not revert each other's changes.
 * @throws Failure taken with fields.subdomain when another clinic has it; invalid with fields.name for an authority's
 * name; password_required when staff would no longer need a second factor, or the subdomain changes, and the password
 * was typed too long ago.
 */
export function updateClinicSettings(
  clinic: ClinicScope,
  changes: ClinicChanges,
  now: Date,
  { ownerUserId, requirePassword }: By,
): Promise<ClinicSettings> {
  const { name, requiresSecondFactor, subdomain, triplicateUntil } = changes;
  if (triplicateUntil) requireDay("license", triplicateUntil, "triplicateUntil", { today: manilaDay(now) });
  if (name !== undefined) refuseAuthorityName("name", name);
  if (requiresSecondFactor === undefined && subdomain === undefined) return writeClinic(clinic, changes, now);
  return clinic.transaction(async (joined) => {
    const before = await joined.db
      .selectFrom("clinics")
      .select(["requiresSecondFactor", "subdomain"])
      .where("id", "=", joined.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (subdomain !== undefined && before.subdomain !== subdomain) requirePassword();
    if (requiresSecondFactor !== undefined && before.requiresSecondFactor !== requiresSecondFactor) {
      if (!requiresSecondFactor) requirePassword();
      await writeHistory(joined, {
        event: requiresSecondFactor ? "staff.secondFactorRequired" : "staff.secondFactorOptional",
        patientId: null,
        ownerUserId,
        entity: "users",
      });
    }
    return writeClinic(joined, changes, now);
  });
}
