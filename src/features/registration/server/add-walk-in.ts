import { nextFreeNumber, takeTurnForNumber } from "#features/patients/server/admission-numbers.ts";
import type { WalkIn } from "#features/registration/contract.ts";
import type { Visit } from "#features/visits/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { insertPatient } from "./add-patient.ts";
import { arrive } from "./arrive.ts";

/** Registers an outpatient and puts the patient in today's queue, in one transaction. */
export function insertWalkIn(clinic: ClinicScope, walkIn: WalkIn, now: Date): Promise<Visit> {
  const {
    reason,
    purpose,
    placeId,
    practitionerId,
    priority,
    appointmentId,
    checkDuplicates: _,
    ...patient
  } = walkIn;
  return clinic.transaction(async (joined) => {
    const { name: hospital } = await joined.db
      .selectFrom("clinics")
      .select("name")
      .where("id", "=", joined.id)
      .executeTakeFirstOrThrow();
    await takeTurnForNumber(joined, now);
    const admissionNo = await nextFreeNumber(joined, now);
    const draft = { ...patient, hospital, admissionNo, chiefComplaint: reason ?? null };
    const { id } = await insertPatient(joined, draft, now);
    return arrive(
      joined,
      { patientId: id, reason, purpose, placeId, practitionerId, priority, appointmentId },
      now,
    );
  });
}
