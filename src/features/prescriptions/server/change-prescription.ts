import type { Prescription } from "#features/prescriptions/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { refuseReleaseOf, refuseWithdrawal, withdrawal } from "#server/signed-papers.ts";
import { notFound } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import type { SignedState } from "#shared/signed-papers.ts";
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
  return { ...row, status: row.status as SignedState };
}

/** Makes a prepared prescription final. A final one stays as it is. */
export function releasePrescription(
  clinic: ClinicScope,
  prescription: PrescriptionRef,
  now: Date,
): Promise<Prescription> {
  return clinic.transaction(async (joined) => {
    const { status } = await lockPrescription(joined, prescription);
    refuseReleaseOf("prescription", status);
    if (status === "prepared")
      await joined.db
        .updateTable("prescriptions")
        .set({ status: "final", releasedById: joined.userId, releasedAt: now.toISOString() })
        .where("clinicId", "=", joined.id)
        .where("id", "=", prescription.rxId)
        .execute();
    return findPrescription(joined, prescription.patientId, prescription.rxId);
  });
}

/** Permanent. What was written stays as it is, and whether it was released is told by its time of release. */
export function withdrawPrescription(
  clinic: ClinicScope,
  prescription: PrescriptionRef,
  reason: string,
  { role, now }: { role: Role; now: Date },
): Promise<Prescription> {
  return clinic.transaction(async (joined) => {
    const { status, preparedById } = await lockPrescription(joined, prescription);
    refuseWithdrawal("prescription", status, { role, isOwn: preparedById === joined.userId });
    await joined.db
      .updateTable("prescriptions")
      .set({ status: "withdrawn", ...withdrawal(joined, reason, now) })
      .where("clinicId", "=", joined.id)
      .where("id", "=", prescription.rxId)
      .execute();
    return findPrescription(joined, prescription.patientId, prescription.rxId);
  });
}
