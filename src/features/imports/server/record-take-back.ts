import type { ClinicScope } from "#server/database/db.ts";

/** Writes to the record history what an import's undoing deletes; before it does, as a trigger demands. */
export async function recordTakeBack(
  clinic: ClinicScope,
  entity: "consultations" | "patients",
  deleted: readonly { id: number; patientId: number }[],
): Promise<void> {
  await clinic.db
    .insertInto("recordHistory")
    .values(
      deleted.map(({ id, patientId }) => ({
        clinicId: clinic.id,
        patientId,
        userId: clinic.userId,
        event: "import.takeBack",
        entity,
        entityId: id,
        changes: "{}",
      })),
    )
    .execute();
}
