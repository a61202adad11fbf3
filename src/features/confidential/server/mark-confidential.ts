import { sql } from "kysely";
import type { ConfidentialMark } from "#features/confidential/contract.ts";
import { followMark, withdrawComplaint } from "#features/consultations/server/follow-mark.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { Failure, notFound } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import { answersFor } from "#shared/who-answers.ts";
import { entries } from "./entries.ts";

/** PostgreSQL's unique_violation. */
const isThere = "23505";

/** The database checks the access again, and applies the mark to the entry's parts and to the patient's lists of files. */
export function setConfidential(
  clinic: ClinicScope,
  patientId: number,
  mark: ConfidentialMark,
  role: Role,
): Promise<ConfidentialMark> {
  return clinic.transaction(async (joined) => {
    await requirePatient(joined, patientId);
    for (const named of mark.entries)
      await setOne(joined, patientId, named, { role, isConfidential: mark.isConfidential });
    return mark;
  });
}

async function setOne(
  clinic: ClinicScope,
  patientId: number,
  { entry, entryId }: ConfidentialMark["entries"][number],
  { role, isConfidential }: { role: Role; isConfidential: boolean },
): Promise<void> {
  const { table, writer, name } = entries[entry];
  const { rows } = await sql<{ writerId: number | null; isMarked: boolean }>`
    select ${sql.ref(writer)} as "writerId", confidential_to_id is not null as "isMarked" from ${sql.table(table)}
    where clinic_id = ${clinic.id} and patient_id = ${patientId} and id = ${entryId} for update`.execute(
    clinic.db,
  );
  const [row] = rows;
  if (!row) throw notFound(name);
  if (!answersFor({ userId: clinic.userId, role }, { authorId: row.writerId, doctorId: null }))
    throw new Failure(
      "forbidden",
      "Only who wrote this, or the clinic owner, can decide whether it is confidential.",
    );
  if (row.isMarked === isConfidential) return;
  const ofConsultation = entry === "consultation" && { patientId, consultationId: entryId };
  if (ofConsultation && isConfidential) await withdrawComplaint(clinic, ofConsultation);
  await sql`
    update ${sql.table(table)} set confidential_to_id = ${isConfidential ? (row.writerId ?? clinic.userId) : null}::bigint
    where clinic_id = ${clinic.id} and patient_id = ${patientId} and id = ${entryId}`
    .execute(clinic.db)
    .catch(refuseDouble);
  if (ofConsultation) await followMark(clinic, ofConsultation);
}

function refuseDouble(error: unknown): never {
  if ((error as { code?: unknown }).code !== isThere) throw error;
  throw new Failure(
    "taken",
    "The same entry is in the record already. Mark one of them as entered in error, or finish it, first.",
  );
}
