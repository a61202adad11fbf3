import { sql } from "kysely";
import type { Patient } from "#features/patients/contract.ts";
import { clinicEquals } from "#server/database/clinic-equals.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { shapedQuery } from "#server/database/shaped-query.ts";
import { owes } from "#server/money-figures.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { notFound } from "#shared/errors.ts";
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
  return selectPatient(clinic, id)
    .select(["laboratoryFiles", "imagingFiles", "otherFiles"])
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Patient"));
}

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
