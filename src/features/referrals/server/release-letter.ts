import type { PatientReferral } from "#features/referrals/contract.ts";
import { letterState } from "#features/referrals/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsBesideRow } from "#server/database/functions-in-scope.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { findSent } from "./queries.ts";

/** Signed by the user who releases it. */
export function releaseLetter(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  now: Date,
): Promise<PatientReferral> {
  return clinic.transaction(async (joined) => {
    const before = await findSent(joined, id);
    if (before.patientId !== patientId) throw notFound("Referral");
    if (letterState(before) === "withdrawn")
      throw new Failure("already_done", "This referral was cancelled, so its letter can't be released.");
    await functionsBesideRow(joined, "referrals", id).value("releaseLetter", { id, at: now.toISOString() });
    return findSent(joined, id);
  });
}
