import { sql } from "kysely";
import type { Consultation } from "#features/consultations/contract.ts";
import type { Diagnosis } from "#features/diagnoses/contract.ts";
import { confidentialityOf, markedAs } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { usableVitals } from "#server/patient/entries-in-error.ts";
import { type FollowedPart, followEntries } from "#server/patient/follow-entries.ts";
import { isPatientHere } from "#server/patient/require-patient.ts";
import { hasVitalSigns, isSameReading, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { forbidden, notFound } from "#shared/errors.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { asConsultation, consultationColumns, seenBy } from "./consultation-columns.ts";

export type NewConsultation = Pick<
  Consultation,
  | "consultationType"
  | "chiefComplaint"
  | "historyOfPresentIllness"
  | "vitalSigns"
  | "physicalExamination"
  | "diagnosis"
  | "diagnoses"
  | "treatment"
  | "medications"
  | "followUpDate"
  | "notes"
  | "isIntake"
  | "isConfidential"
>;

/** Which patients the caller may see: all of the clinic, or those that this user registered in a period. */
export type PatientsAllowed = "all" | { registeredFrom: Date; registeredBefore: Date };

/** What an entry of today changes in the patient's row, which never shows a confidential entry's words. */
const ofToday = (entry: NewConsultation) => ({
  consultationStatus: "pending",
  consultationCompletedAt: null,
  ...(entry.chiefComplaint && !entry.isConfidential && { chiefComplaint: entry.chiefComplaint }),
});

/** What the row repeats of the entry. */
const followedParts = ({ diagnosis, isIntake, isConfidential }: NewConsultation): FollowedPart[] =>
  diagnosis && !isIntake && !isConfidential ? ["followUp", "diagnosis"] : ["followUp"];

/**
 * Stores the entry and puts the patient back on today's list. The entry's chief complaint, if any, becomes the
 * patient's. A patient of another clinic is not found; one outside `allowed` is refused; nothing is written either
 * way. An entry for an earlier day, `takenAt`, does not change today's list.
 */
export async function insertConsultation(
  clinic: ClinicScope,
  patientId: number,
  entry: NewConsultation,
  {
    now,
    takenAt = now,
    allowed = "all",
    practitionerId,
  }: {
    now: Date;
    takenAt?: Date;
    allowed?: PatientsAllowed;
    /** Who saw the patient; else the doctor of the open visit, or the writer. */
    practitionerId?: number | undefined;
  },
): Promise<Consultation> {
  const at = takenAt.toISOString();
  const { vitalSigns, diagnoses, isConfidential, ...written } = entry;
  const measured = vitalSigns && hasVitalSigns(vitalSigns) ? vitalSigns : null;
  const isOfToday = manilaDay(takenAt) === manilaDay(now);
  const row = await clinic.transaction(async (joined) => {
    const { db } = joined;
    let update = db
      .updateTable("patients")
      .set({ updatedAt: now.toISOString(), ...(isOfToday && ofToday(entry)) })
      .where("clinicId", "=", clinic.id)
      .where("id", "=", patientId)
      .returning("id");
    if (allowed !== "all")
      update = update
        .where("registeredById", "=", clinic.userId)
        .where("createdAt", ">=", allowed.registeredFrom.toISOString())
        .where("createdAt", "<", allowed.registeredBefore.toISOString());
    if (!(await update.executeTakeFirst())) return undefined;
    const inserted = await db
      .insertInto("consultations")
      .values({
        clinicId: clinic.id,
        patientId,
        secretaryId: clinic.userId,
        practitionerId: practitionerId ?? doctorOfVisit(joined, patientId, takenAt),
        ...written,
        vitalSigns: measured && JSON.stringify(measured),
        vitalsFromId: measured && (await readingRepeatedBy(joined, patientId, measured, takenAt)),
        createdAt: at,
        ...markedAs(clinic, isConfidential),
      })
      .returning(consultationColumns)
      .returning([...confidentialityOf(clinic, "consultations", "secretary_id"), seenBy(clinic)])
      .executeTakeFirstOrThrow();
    if (diagnoses.length > 0) await insertDiagnoses(joined, inserted, diagnoses);
    await followEntries(
      joined,
      [patientId],
      ["lastConsultation", ...(isOfToday ? followedParts(entry) : [])],
    );
    return { ...inserted, diagnoses: [...diagnoses] };
  });
  if (row) return asConsultation(row);
  if (allowed !== "all" && (await isPatientHere(clinic, patientId))) throw forbidden();
  throw notFound("Patient");
}

/** Null, for the trigger to name the writer, where the patient has no open visit or the writer is a doctor. */
const doctorOfVisit = (clinic: ClinicScope, patientId: number, takenAt: Date) =>
  sql<number>`(
    select v.practitioner_id from visits v
    where v.clinic_id = ${clinic.id} and v.patient_id = ${patientId} and v.day = ${manilaDay(takenAt)} and v.is_open
      and not exists (select from practitioners own where own.clinic_id = ${clinic.id} and own.user_id = ${clinic.userId})
    order by v.id desc limit 1)`;

const insertDiagnoses = (
  clinic: ClinicScope,
  { id, patientId, createdAt }: { id: number; patientId: number; createdAt: string },
  diagnoses: readonly Diagnosis[],
) =>
  clinic.db
    .insertInto("consultationDiagnoses")
    .values(
      diagnoses.map(({ words, code }, index) => ({
        clinicId: clinic.id,
        patientId,
        consultationId: id,
        position: index + 1,
        words,
        code,
        day: manilaDay(new Date(createdAt)),
      })),
    )
    .execute();

/** The day's latest set if these are its values, such as the desk's that the doctor used; else null. */
async function readingRepeatedBy(
  clinic: ClinicScope,
  patientId: number,
  measured: VitalSigns,
  takenAt: Date,
): Promise<number | null> {
  const { start } = manilaDayRange(manilaDay(takenAt));
  const latest = await usableVitals(clinic, patientId)
    .select(["id", "vitalSigns"])
    .where("createdAt", ">=", start.toISOString())
    .where("createdAt", "<=", takenAt.toISOString())
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return latest?.vitalSigns && isSameReading(measured, latest.vitalSigns) ? latest.id : null;
}
