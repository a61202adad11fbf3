import type { Prescription } from "#features/prescriptions/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { doctorOfPaper } from "#server/paper-doctor.ts";
import { refuseReleaseOf, refuseWithdrawal, withdrawal } from "#server/signed-papers.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { checkPrescribing } from "#shared/prescription/prescribing-check.ts";
import type { SignedState } from "#shared/signed-papers.ts";
import { physicianOf, refuseUnsafeMedications } from "./printed-prescription.ts";
import { findPrescription, physicianColumns } from "./queries.ts";

type PrescriptionRef = { patientId: number; rxId: number };

/** The row stays locked, so that release and withdrawal are serialized. */
async function lockPrescription(clinic: ClinicScope, { patientId, rxId }: PrescriptionRef) {
  const row = await clinic.db
    .selectFrom("prescriptions")
    .select(["status", "preparedById", "practitionerId"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("id", "=", rxId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Prescription"));
  return {
    status: row.status as SignedState,
    preparedById: row.preparedById,
    doctor: await doctorOfPaper(clinic, row),
  };
}

/**
 * The form asks for a reason against the allergies recorded by then. One that was recorded since, or a prescription of
 * another program, was never asked about: the doctor who releases it is told.
 */
async function refuseUnansweredAllergies(
  clinic: ClinicScope,
  { patientId, medications, allergyReason, createdAt }: Prescription,
) {
  const recorded = clinic.db
    .selectFrom("allergies")
    .select(["substance", "kind"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("state", "=", "active")
    .where("kind", "<>", "none");
  const unanswered = await (allergyReason === null
    ? recorded
    : recorded.where("recordedAt", ">", createdAt)
  ).execute();
  const allergies = unanswered.map(({ substance, kind }) => ({ substance, isFreeText: kind === "text" }));
  const { matches } = checkPrescribing(medications, { allergies, medicinesNow: [] });
  if (!matches || matches.length === 0) return;
  const sentences = matches.map(({ sentence }) => `${sentence}.`).join(" ");
  throw new Failure(
    "unusable",
    `Allergy on record: ${[...new Set(matches.map(({ allergy }) => allergy))].join(", ")}. ${sentences} Withdraw it, and write it anew with the reason if it is to be given.`,
  );
}

/** Makes a prepared prescription final, signed by its doctor. A final one stays as it is. */
export function releasePrescription(
  clinic: ClinicScope,
  prescription: PrescriptionRef,
  now: Date,
): Promise<Prescription> {
  return clinic.transaction(async (joined) => {
    const { status, doctor } = await lockPrescription(joined, prescription);
    refuseReleaseOf("prescription", status, doctor);
    if (status === "prepared") {
      const prepared = await findPrescription(joined, prescription.patientId, prescription.rxId);
      await refuseUnansweredAllergies(joined, prepared);
      const physician = physicianOf(doctor, prepared);
      refuseUnsafeMedications({ ...prepared, ...physician }, doctor, manilaDay(now));
      await joined.db
        .updateTable("prescriptions")
        .set({
          ...physicianColumns(physician),
          status: "final",
          releasedById: joined.userId,
          releasedAt: now.toISOString(),
        })
        .where("clinicId", "=", joined.id)
        .where("id", "=", prescription.rxId)
        .execute();
    }
    return findPrescription(joined, prescription.patientId, prescription.rxId);
  });
}

/** Permanent. What was written stays as it is, and whether it was released is told by its time of release. */
export function withdrawPrescription(
  clinic: ClinicScope,
  prescription: PrescriptionRef,
  reason: string,
  now: Date,
): Promise<Prescription> {
  return clinic.transaction(async (joined) => {
    const { status, preparedById, doctor } = await lockPrescription(joined, prescription);
    refuseWithdrawal("prescription", status, { isOwn: preparedById === joined.userId, doctor });
    await joined.db
      .updateTable("prescriptions")
      .set({ status: "withdrawn", ...withdrawal(joined, reason, now) })
      .where("clinicId", "=", joined.id)
      .where("id", "=", prescription.rxId)
      .execute();
    return findPrescription(joined, prescription.patientId, prescription.rxId);
  });
}
