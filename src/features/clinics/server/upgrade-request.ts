import type { ClinicScope } from "#server/database/db.ts";
import { functionsInScope } from "#server/database/functions-in-scope.ts";
import { Failure } from "#shared/errors.ts";
import { formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { mayRequestUpgrade } from "#shared/subscription.ts";
import type { UpgradeRequest } from "../contract.ts";
import { readClinicSettings } from "./queries.ts";

const dayOf = (instant: string) => formatLongDay(manilaDay(new Date(instant)));

/** The time of the clinic's open upgrade request, if any. */
export async function readUpgradeRequest(clinic: ClinicScope): Promise<UpgradeRequest> {
  const row = await clinic.db
    .selectFrom("contactMessages")
    .select("createdAt")
    .where("clinicId", "=", clinic.id)
    .where("kind", "=", "upgrade")
    .where("handledAt", "is", null)
    .executeTakeFirst();
  return { requestedAt: row?.createdAt ?? null };
}

/**
 * A second request while one is open creates none.
 * @throws Failure invalid for a clinic on the full plan.
 */
export async function fileUpgradeRequest(clinic: ClinicScope, now: Date): Promise<UpgradeRequest> {
  const settings = await readClinicSettings(clinic, now);
  const { name, trialEndsAt } = settings;
  if (!mayRequestUpgrade(settings))
    throw new Failure("invalid", "Only a clinic on trial can ask for the full plan.");
  const subject = "Upgrade to Full Plan";
  const message = `${name} requested the full plan.${trialEndsAt ? ` Its trial ends on ${dayOf(trialEndsAt)}.` : ""}`;
  await functionsInScope(clinic).value("fileUpgradeRequest", {
    user: clinic.userId,
    subject,
    message,
    at: now,
  });
  return readUpgradeRequest(clinic);
}
