import type { Prescription } from "#features/prescriptions/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notifyOwners } from "#server/notifications.ts";

/** Notifies the owner of a prescription that waits for release. */
export async function notifyOwnerOfPrepared(
  clinic: ClinicScope,
  { id, patientId, preparedByName }: Prescription,
  now: Date,
): Promise<void> {
  const { patientName } = await clinic.db
    .selectFrom("patients")
    .select("patientName")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .executeTakeFirstOrThrow();
  await notifyOwners(
    clinic,
    {
      type: "warning",
      title: "Prescription awaiting release",
      message: `${preparedByName ?? "A member of your staff"} prepared it for ${patientName}`,
      actionType: "prescription",
      actionData: { patientId, prescriptionId: id },
    },
    now,
  );
}
