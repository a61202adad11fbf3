import type { Prescription } from "#features/prescriptions/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { findPrescription } from "./queries.ts";

type PrescriptionRef = { patientId: number; rxId: number };

/** The row stays locked, so that release and withdrawal are serialized. */
async function lockPrescription(clinic: ClinicScope, { patientId, rxId }: PrescriptionRef) {
  const row = await clinic.db
    .selectFrom("prescriptions")
    .select(["status", "preparedById"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("id", "=", rxId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("Prescription");
  return row;
}

/** Makes a prepared prescription final. A final one stays as it is. */
export function releasePrescription(
  clinic: ClinicScope,
  place: PrescriptionRef,
  now: Date,
): Promise<Prescription> {
  return clinic.transaction(async (joined) => {
    const { status } = await lockPrescription(joined, place);
    if (status === "withdrawn")
      throw new Failure("withdrawn", "This prescription was withdrawn and can't be released any more.");
    if (status === "prepared")
      await joined.db
        .updateTable("prescriptions")
        .set({ status: "final", releasedById: joined.userId, releasedAt: now.toISOString() })
        .where("clinicId", "=", joined.id)
        .where("id", "=", place.rxId)
        .execute();
    return findPrescription(joined, place.patientId, place.rxId);
  });
}

/** Permanent. What was written stays as it is, and whether it was released is told by its time of release. */
export function withdrawPrescription(
  clinic: ClinicScope,
  place: PrescriptionRef,
  reason: string,
  { isOwner, now }: { isOwner: boolean; now: Date },
): Promise<Prescription> {
  return clinic.transaction(async (joined) => {
    const { status, preparedById } = await lockPrescription(joined, place);
    if (!isOwner && preparedById !== joined.userId)
      throw new Failure("forbidden", "Only the doctor, or who prepared the prescription, can withdraw it.");
    if (status === "withdrawn") throw new Failure("withdrawn", "This prescription was already withdrawn.");
    if (!isOwner && status !== "prepared")
      throw new Failure("forbidden", "This prescription was released. Only the doctor can withdraw it.");
    await joined.db
      .updateTable("prescriptions")
      .set({
        status: "withdrawn",
        withdrawnById: joined.userId,
        withdrawnAt: now.toISOString(),
        withdrawReason: reason,
      })
      .where("clinicId", "=", joined.id)
      .where("id", "=", place.rxId)
      .execute();
    return findPrescription(joined, place.patientId, place.rxId);
  });
}
