import { sql } from "kysely";
import { owes } from "#features/billing/server/money-figures.ts";
import type { Patient, PatientListItem } from "#features/patients/contract.ts";
import { leaveQueue } from "#features/visits/server/follow-patient.ts";
import { changedNow } from "#server/database/changed-now.ts";
import { clinicEquals } from "#server/database/clinic-equals.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { shapedQuery } from "#server/database/shaped-query.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { asPatient, patientColumns } from "./patient-columns.ts";

const patientById = shapedQuery((db, { clinicId, id }: { clinicId: number; id: number }) =>
  db
    .selectFrom("patients")
    .select(patientColumns)
    .where("clinicId", "=", clinicEquals(clinicId))
    .where("id", "=", id),
);

/** The whole record; `today` is the Manila day for the age. */
export async function findPatient(clinic: ClinicScope, id: number, today: string): Promise<Patient> {
  const [row] = await patientById(clinic, { clinicId: clinic.id, id });
  if (!row) throw notFound("Patient");
  return asPatient(row, today);
}

/** The patient's file lists, locked until the transaction ends. */
export async function lockFileLists(clinic: ClinicScope, id: number) {
  const row = await clinic.db
    .selectFrom("patients")
    .select(["laboratoryFiles", "imagingFiles", "otherFiles"])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("Patient");
  return row;
}

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

export async function countByState(clinic: ClinicScope) {
  const patients = clinic.db.selectFrom("patients").where("clinicId", "=", clinicEquals(clinic.id));
  // A literal: a parameter would prevent generic plans from using the partial indexes of active patients.
  const active = patients.where(sql<boolean>`not is_archived`);
  const count = (counted: typeof patients) => counted.select((db) => db.fn.countAll<number>().as("count"));
  const row = await clinic.db
    .selectNoFrom([
      count(active).as("active"),
      count(patients.where(sql<boolean>`is_archived`)).as("archived"),
      count(active.where("admissionStatus", "=", "Admitted")).as("admitted"),
      count(active.where("paymentStatus", "=", "Pending").where(owes())).as("paymentPending"),
    ])
    .executeTakeFirstOrThrow();
  return {
    active: row.active ?? 0,
    archived: row.archived ?? 0,
    admitted: row.admitted ?? 0,
    paymentPending: row.paymentPending ?? 0,
  };
}
