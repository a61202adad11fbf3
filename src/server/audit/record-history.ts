import type { RecordEvent } from "#shared/record-events.ts";
import type { ClinicScope } from "../database/db.ts";

/** Writes one row about a user's account, with the current transaction. */
export const writeAccountHistory = (
  clinic: ClinicScope,
  event: RecordEvent,
  userId: number,
  details: Record<string, unknown> = {},
): Promise<void> =>
  writeHistory(clinic, {
    event,
    patientId: null,
    ownerUserId: null,
    entity: "users",
    entityId: userId,
    details,
  });

/** Writes one row in the current transaction, for events without a trigger: a deletion, an export, a print, a share. */
export async function writeHistory(
  clinic: ClinicScope,
  row: {
    event: RecordEvent;
    patientId: number | null;
    ownerUserId: number | null;
    entity?: string;
    entityId?: number;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  await clinic.db
    .insertInto("recordHistory")
    .values({
      clinicId: clinic.id,
      patientId: row.patientId,
      userId: clinic.userId,
      ownerUserId: row.ownerUserId,
      event: row.event,
      entity: row.entity ?? null,
      entityId: row.entityId ?? null,
      changes: JSON.stringify(row.details ?? {}),
    })
    .execute();
}
