import { sql } from "kysely";
import type { PatientListItem } from "#features/patients/contract.ts";
import { findPatient } from "#features/patients/server/queries.ts";
import { leaveQueue } from "#features/visits/server/follow-patient.ts";
import { changedNow } from "#server/database/changed-now.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/** Archives a patient and takes them out of today's queue, or retrieves them. Repeating it changes nothing. */
export function setArchived(
  clinic: ClinicScope,
  id: number,
  isArchived: boolean,
  now: Date,
): Promise<PatientListItem> {
  const today = manilaDay(now);
  return clinic.transaction(async (joined) => {
    const row = await joined.db
      .updateTable("patients")
      .set({ isArchived, ...changedNow(now) })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .where("isArchived", "=", !isArchived)
      .returning("id")
      .executeTakeFirst();
    if (row && isArchived) await leaveQueue(joined, id, now);
    return findPatient(joined, id, today);
  });
}

/** Archives a patient, whose appointments after today stay. */
export const archive = (
  clinic: ClinicScope,
  id: number,
  now: Date,
): Promise<PatientListItem & { laterAppointments: number }> =>
  clinic.transaction(async (joined) => {
    const patient = await setArchived(joined, id, true, now);
    const { later } = await joined.db
      .selectFrom("visits")
      .select((db) => db.fn.countAll<number>().as("later"))
      .where("clinicId", "=", joined.id)
      .where("patientId", "=", id)
      .where("day", ">", manilaDay(now))
      .where("isOpen", "=", sql.lit(true))
      .executeTakeFirstOrThrow();
    return { ...patient, laterAppointments: later };
  });
