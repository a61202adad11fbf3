import { sql } from "kysely";
import type { Physician } from "#features/prescriptions/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { isDoctorsNote } from "#server/patient/entries-in-error.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";

type Asked = { practitionerId?: number | undefined; patientId?: number | undefined };

/**
 * What papers print of a doctor. Without `practitionerId`: of the clinic's only one, or of several, of the doctor of the
 * patient's open visit or last entry; null where there is none.
 */
export async function findPhysician(
  clinic: ClinicScope,
  { practitionerId, patientId }: Asked,
  now: Date,
): Promise<Physician | null> {
  const doctors = clinic.db
    .selectFrom("practitioners as doctor")
    .innerJoin("users", (join) =>
      join.on("users.clinicId", "=", clinic.id).onRef("users.id", "=", "doctor.userId"),
    )
    .select([
      "doctor.id",
      "users.firstName",
      "users.lastName",
      "doctor.licenseNumber",
      "doctor.ptrNumber",
      "doctor.ptrYear",
      "doctor.s2Number",
      "doctor.specialization",
      "doctor.credentials",
      "doctor.printedName",
    ])
    .where("doctor.clinicId", "=", clinic.id)
    .where("users.isActive", "=", true);
  const practising = await doctors.where("doctor.isPractising", "=", true).execute();
  const rows = practising.length > 0 ? practising : await doctors.execute();
  const isOneOfSeveral = rows.length > 1;
  const named = practitionerId ?? (isOneOfSeveral ? await lastSeenBy(clinic, patientId, now) : rows[0]?.id);
  const row = rows.find(({ id }) => id === named);
  if (!row && practitionerId !== undefined) throw notFound("Doctor");
  if (!row) return null;
  const { id, printedName, ...physician } = row;
  return {
    ...physician,
    ...(printedName !== null && { printedName }),
    ...(isOneOfSeveral && { practitionerId: id }),
  };
}

/** The doctor of a patient's open visit of today, else of the last consultation. */
async function lastSeenBy(
  clinic: ClinicScope,
  patientId: number | undefined,
  now: Date,
): Promise<number | null> {
  if (patientId === undefined) return null;
  const { rows } = await sql<{ practitionerId: number }>`
    (select 1 as rank, practitioner_id as "practitionerId" from visits
     where clinic_id = ${clinic.id} and patient_id = ${patientId} and day = ${manilaDay(now)} and is_open
     order by day desc, id desc limit 1)
    union all
    (select 2, practitioner_id from consultations
     where clinic_id = ${clinic.id} and patient_id = ${patientId} and in_error_at is null and ${isDoctorsNote}
     order by created_at desc, id desc limit 1)
    order by rank limit 1`.execute(clinic.db);
  return rows[0]?.practitionerId ?? null;
}
