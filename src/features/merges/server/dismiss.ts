import type { ClinicScope } from "#server/database/db.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { requireTwo } from "./both-records.ts";

/** Remembers that a pair is two people, independent of their order. Repeating it changes nothing. */
export async function dismiss(
  clinic: ClinicScope,
  pair: { patientId: number; otherId: number },
  now: Date,
): Promise<{ patientId: number; otherId: number }> {
  requireTwo(pair.patientId, pair.otherId);
  const [firstId = 0, secondId = 0] = [pair.patientId, pair.otherId].toSorted((one, other) => one - other);
  await requirePatient(clinic, firstId);
  await requirePatient(clinic, secondId);
  await clinic.db
    .insertInto("dismissedDuplicates")
    .values({
      clinicId: clinic.id,
      firstId,
      secondId,
      dismissedById: clinic.userId,
      dismissedAt: now.toISOString(),
    })
    .onConflict((conflict) => conflict.columns(["clinicId", "secondId", "firstId"]).doNothing())
    .execute();
  return pair;
}
