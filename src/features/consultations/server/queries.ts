import type { Consultation, LatestVitals } from "#features/consultations/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import { confidentialityOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { hasUsableVitals, markOf } from "#server/patient/entries-in-error.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDayRange } from "#shared/formats/dates.ts";
import {
  addendaOf,
  asConsultation,
  consultationColumns,
  diagnosesOf,
  seenBy,
} from "./consultation-columns.ts";
import { entriesOfPatient, type WantedPage } from "./entries-of-patient.ts";
import { gestationDays } from "./vital-sign-readings.ts";

/** Of those the caller may see; for another clinic, `isShared`, without confidential ones. */
export async function findLatestVitals(
  clinic: ClinicScope,
  patientId: number,
  { isShared = false } = {},
): Promise<LatestVitals> {
  const row = await clinic.db
    .selectFrom("patients")
    .leftJoinLateral(
      (db) =>
        db
          .selectFrom("consultations")
          .select(["vitalSigns", "createdAt as recordedAt"])
          .where("clinicId", "=", clinic.id)
          .whereRef("consultations.patientId", "=", "patients.id")
          .where(hasUsableVitals)
          .where((is) => (isShared ? is("confidentialToId", "is", null) : is.lit(true)))
          .orderBy("createdAt", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select(["latest.vitalSigns", "latest.recordedAt"])
    .where("patients.clinicId", "=", clinic.id)
    .where("patients.id", "=", patientId)
    .executeTakeFirstOrThrow(() => notFound("Patient"));
  return { ...(row.vitalSigns ?? NO_VITAL_SIGNS), recordedAt: row.recordedAt };
}

const selectConsultations = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("consultations")
    .select(consultationColumns)
    .select([
      addendaOf(clinic),
      diagnosesOf(clinic),
      markOf(clinic, "consultations", "vitals_in_error").as("vitalsInError"),
      markOf(clinic, "consultations", "in_error").as("enteredInError"),
      ...confidentialityOf(clinic, "consultations", "secretary_id"),
      seenBy(clinic),
    ])
    .where("clinicId", "=", clinic.id);

/** All that were written, or with `inError` those that may be used. */
export async function listConsultations(
  clinic: ClinicScope,
  patientId: number,
  { inError, ...wanted }: WantedPage & { inError?: "without" | undefined },
): Promise<{ rows: Consultation[]; total: number | undefined }> {
  const all = selectConsultations(clinic);
  const entries = inError === "without" ? all.where("inErrorAt", "is", null) : all;
  const { rows, total } = await entriesOfPatient(clinic, patientId, entries, wanted);
  return { rows: rows.map(asConsultation), total };
}

/** An entry with its author, and the age of gestation on its day. */
export type EntryOfDay = Consultation & { writtenByName: string | null; gestationDays: number | null };

/** All that was written on Manila days (inclusive), the latest first. */
export async function listConsultationsBetween(
  clinic: ClinicScope,
  patientId: number,
  { from, to }: { from: string; to: string },
): Promise<EntryOfDay[]> {
  const rows = await selectConsultations(clinic)
    .select([
      nameOfUser(clinic, "consultations.secretary_id").as("writtenByName"),
      gestationDays.as("gestationDays"),
    ])
    .where("patientId", "=", patientId)
    .where("createdAt", ">=", manilaDayRange(from).start.toISOString())
    .where("createdAt", "<", manilaDayRange(to).end.toISOString())
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ writtenByName, gestationDays: days, ...row }) => ({
    ...asConsultation(row),
    writtenByName,
    gestationDays: days,
  }));
}

export async function findConsultation(
  clinic: ClinicScope,
  patientId: number,
  id: number,
): Promise<Consultation> {
  const row = await selectConsultations(clinic)
    .where("patientId", "=", patientId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Consultation"));
  return asConsultation(row);
}
