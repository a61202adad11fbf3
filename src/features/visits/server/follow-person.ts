import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { proposedPriority } from "./add-visit.ts";
import { joinVisits } from "./visit-rows.ts";

const openVisits = (clinic: ClinicScope, patientIds: readonly number[], now: Date) =>
  joinVisits(clinic.db, clinic.id)
    .select(["visits.id", "visits.day", "visits.priority", "patients.birthday", ageTold()])
    .where("visits.patientId", "in", patientIds)
    .where("visits.isOpen", "=", true)
    .where("visits.day", ">=", manilaDay(now))
    .execute();

/**
 * Changes what is known of patients, in the caller's transaction. The priority of a visit that is as their age proposed
 * it becomes what their age proposes now; one that was chosen stays.
 */
export async function withPriorityFollowing<T>(
  clinic: ClinicScope,
  patientIds: readonly number[],
  now: Date,
  change: () => Promise<T>,
): Promise<T> {
  const before = new Map((await openVisits(clinic, patientIds, now)).map((visit) => [visit.id, visit]));
  const done = await change();
  if (before.size === 0) return done;
  for (const visit of await openVisits(clinic, patientIds, now)) {
    const was = before.get(visit.id);
    const priority = proposedPriority(visit, visit.day);
    if (!was || was.priority !== proposedPriority(was, was.day) || visit.priority === priority) continue;
    await clinic.db
      .updateTable("visits")
      .set({ priority, updatedAt: now.toISOString() })
      .where("clinicId", "=", clinic.id)
      .where("id", "=", visit.id)
      .execute();
  }
  return done;
}
