import { sql } from "kysely";
import { requireDayOf } from "#features/patients/server/patient-rules.ts";
import type {
  FavouriteDraft,
  Medication,
  Prescription,
  PrescriptionDraft,
} from "#features/prescriptions/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import { confidentialityOf, markedAs } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { newestFirst, type PageOfRows } from "#server/http/newest-first.ts";
import { namedDoctorOf, withNamedDoctor } from "#server/paper-doctor.ts";
import { selectHead } from "#server/patient/sheet-head.ts";
import { requireConfirmedDay } from "#server/require-day.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDayRange } from "#shared/formats/dates.ts";

const selectPrescriptions = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("prescriptions as rx")
    .select([
      "rx.id",
      "rx.patientId",
      "rx.clinicId",
      sql<Prescription["status"]>`rx.status`.as("status"),
      nameOfUser(clinic, "rx.preparedById").as("preparedByName"),
      namedDoctorOf(clinic, { practitioner: "rx.practitionerId" }).as("practitioner"),
      "rx.physicianName",
      "rx.physicianLicense",
      "rx.physicianSpecialization",
      "rx.physicianPtr",
      "rx.physicianS2",
      "rx.patientAddress",
      "rx.medications",
      "rx.diagnosis",
      "rx.additionalInstructions",
      "rx.prescriptionDate",
      "rx.allergyReason",
      "rx.createdAt",
      "rx.releasedAt",
      nameOfUser(clinic, "rx.withdrawnById").as("withdrawnByName"),
      "rx.withdrawnAt",
      "rx.withdrawReason",
      ...confidentialityOf(clinic, "rx", "prepared_by_id"),
    ])
    .where("rx.clinicId", "=", clinic.id);

type Row = Awaited<ReturnType<ReturnType<typeof selectPrescriptions>["executeTakeFirstOrThrow"]>>;

const asPrescription = ({ physicianPtr, ...row }: Row): Prescription => ({
  ...withNamedDoctor(row),
  physicianPTR: physicianPtr,
  medications: row.medications as Medication[],
});

/** Newest first. */
export async function listPrescriptions(
  clinic: ClinicScope,
  patientId: number,
  { withdrawn, ...page }: PageOfRows & { withdrawn?: "without" | undefined },
): Promise<Prescription[]> {
  let ofPatient = selectPrescriptions(clinic).where("rx.patientId", "=", patientId);
  if (withdrawn) ofPatient = ofPatient.where("rx.status", "<>", sql.lit("withdrawn"));
  const rows = await newestFirst(ofPatient, { instant: "rx.createdAt", id: "rx.id" }, page).execute();
  return rows.map(asPrescription);
}

/** Those written on Manila days (inclusive), in the order of writing. */
export async function listPrescriptionsBetween(
  clinic: ClinicScope,
  patientId: number,
  { from, to }: { from: string; to: string },
): Promise<Prescription[]> {
  const rows = await selectPrescriptions(clinic)
    .where("rx.patientId", "=", patientId)
    .where("rx.createdAt", ">=", manilaDayRange(from).start.toISOString())
    .where("rx.createdAt", "<", manilaDayRange(to).end.toISOString())
    .orderBy("rx.createdAt")
    .orderBy("rx.id")
    .execute();
  return rows.map(asPrescription);
}

export async function findPrescription(
  clinic: ClinicScope,
  patientId: number,
  id: number,
): Promise<Prescription> {
  const row = await selectPrescriptions(clinic)
    .where("rx.patientId", "=", patientId)
    .where("rx.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Prescription"));
  return asPrescription(row);
}

/** As stored: every field is present, null or empty where nothing was given. */
export const withEveryField = ({
  name,
  dosage = "",
  frequency = "",
  duration = "",
  ...optional
}: FavouriteDraft["medications"][number]): Medication => ({
  name,
  genericName: optional.genericName ?? null,
  brandName: optional.brandName ?? null,
  strength: optional.strength ?? null,
  form: optional.form ?? null,
  quantity: optional.quantity ?? null,
  dosage,
  frequency,
  duration,
  instructions: optional.instructions ?? null,
});

export type PrescribingPhysician = Pick<
  PrescriptionDraft,
  "physicianName" | "physicianLicense" | "physicianSpecialization" | "physicianPTR" | "physicianS2"
>;

export const physicianColumns = (physician: PrescribingPhysician) => ({
  physicianName: physician.physicianName,
  physicianLicense: physician.physicianLicense,
  physicianSpecialization: physician.physicianSpecialization ?? null,
  physicianPtr: physician.physicianPTR ?? null,
  physicianS2: physician.physicianS2 ?? null,
});

/** The composite foreign key refuses a patient of another clinic. */
export async function insertPrescription(
  clinic: ClinicScope,
  patientId: number,
  draft: PrescriptionDraft,
  saved: { practitionerId: number; status: "prepared" | "final"; today: string; at: Date },
): Promise<Prescription> {
  const prescriptionDate = draft.prescriptionDate ?? saved.today;
  if (prescriptionDate !== saved.today)
    await requireDayOf(clinic, patientId, saved.at, {
      field: "prescription",
      day: prescriptionDate,
      name: "prescriptionDate",
    });
  requireConfirmedDay("prescription", prescriptionDate, {
    today: saved.today,
    isConfirmed: draft.isDateConfirmed,
    what: "prescription",
  });
  const { id } = await clinic.db
    .insertInto("prescriptions")
    .values({
      clinicId: clinic.id,
      patientId,
      preparedById: clinic.userId,
      practitionerId: saved.practitionerId,
      releasedById: saved.status === "final" ? clinic.userId : null,
      releasedAt: saved.status === "final" ? saved.at.toISOString() : null,
      status: saved.status,
      ...physicianColumns(draft),
      patientAddress: draft.patientAddress ?? null,
      medications: JSON.stringify(draft.medications.map(withEveryField)),
      diagnosis: draft.diagnosis ?? null,
      additionalInstructions: draft.additionalInstructions ?? null,
      prescriptionDate,
      allergyReason: draft.allergyReason ?? null,
      createdAt: saved.at.toISOString(),
      ...markedAs(clinic, draft.isConfidential),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return findPrescription(clinic, patientId, id);
}

/**
 * What the page prints besides the prescription: the clinic, the patient, and the day for which the patient was asked back
 * when it was saved.
 */
export async function findSheetSurroundings(
  clinic: ClinicScope,
  prescription: Pick<Prescription, "patientId" | "createdAt" | "prescriptionDate">,
) {
  const { nextVisit, ...head } = await selectHead(clinic, prescription.patientId)
    .select([
      "c.triplicateUntil",
      sql<string | null>`asked_back_as_of(p.id, ${prescription.createdAt}::timestamptz)`.as("nextVisit"),
    ])
    .executeTakeFirstOrThrow(() => notFound("Patient"));
  return { ...head, nextVisit: nextVisit && nextVisit > prescription.prescriptionDate ? nextVisit : null };
}
