import type { ClinicScope } from "#server/database/db.ts";
import { notifyOwners } from "#server/notifications.ts";
import { notFound } from "#shared/errors.ts";
import { requireTwo } from "./both-records.ts";

/** Tells the owners that two records may be one patient's, and who says so. Repeating it tells them nothing new. */
export function proposeMerge(
  clinic: ClinicScope,
  { patientId, otherId }: { patientId: number; otherId: number },
  now: Date,
): Promise<{ patientId: number; otherId: number }> {
  requireTwo(patientId, otherId);
  return clinic.transaction(async (joined) => {
    const rows = await joined.db
      .selectFrom("patients")
      .select(["id", "patientName", "admissionNo"])
      .where("clinicId", "=", joined.id)
      .where("id", "in", [patientId, otherId])
      .orderBy("id")
      .execute();
    const [first, second] = rows;
    if (!first || !second) throw notFound("Patient");
    const proposer = await joined.db
      .selectFrom("users")
      .select(["firstName", "lastName"])
      .where("clinicId", "=", joined.id)
      .where("id", "=", joined.userId)
      .executeTakeFirst();
    const named = [first, second].map(({ patientName, admissionNo }) => `${patientName} (${admissionNo})`);
    await notifyOwners(
      joined,
      {
        type: "info",
        title: "Two records of one patient?",
        message: `${proposer?.firstName} ${proposer?.lastName} proposes to merge ${named.join(" and ")}.`,
        cause: `merge proposed ${first.id} ${second.id}`,
        actionType: "merge",
        actionData: { patientId: first.id, otherId: second.id },
      },
      now,
    );
    return { patientId, otherId };
  });
}
