import { findLatestVitals } from "#features/consultations/server/queries.ts";
import type { Patient } from "#features/patients/contract.ts";
import { findPatient } from "#features/patients/server/queries.ts";
import type { ReferralDraft } from "#features/referrals/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { DoctorOnPaper } from "#server/paper-doctor.ts";
import { requireDay } from "#server/require-day.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import { formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { stateWhenSaved } from "#shared/signed-papers.ts";

/** The data that a claim copies, as of the referral. */
export type SharedRecord = {
  patient: Omit<
    Pick<
      Patient,
      | "patientName"
      | "age"
      | "ageTold"
      | "sex"
      | "birthday"
      | "allergies"
      | "address"
      | "contactNumber"
      | "email"
      | "hospital"
      | "phicPayment"
      | "chiefComplaint"
      | "preopDiagnosis"
      | "surgicalProcedure"
      | "postopDiagnosis"
    >,
    "ageTold"
  > & {
    /** Missing in referrals from before it was shared: then the age is that of the day of the referral. */
    ageTold?: Patient["ageTold"];
    gestationDays?: Patient["gestationDays"];
    originalClinicId: number;
    referringPhysician: string;
    remarks: string;
  };
  /** The patient's newest one, for the letter. Missing in letters from before it was shared. */
  diagnosis?: string | null;
  /** As sent. Missing in referrals from before they were shared. */
  pregnancy?: string | null;
  currentMedicines?: string | null;
  vitals: { vitalSigns: VitalSigns; takenAt: string } | null;
  /** Paths in the sender's clinic. */
  files: string[];
  /** For the record history. */
  in_words: string;
};

type Entered = Omit<ReferralDraft, "toClinicId" | "practitionerId">;

/**
 * The sender's row of a referral or letter, by column: the patient's current record, what the receiving clinic sees
 * before claiming, and what a claim copies. 404 for a patient who is not of this clinic.
 */
export async function referralRow(
  clinic: ClinicScope,
  patientId: number,
  entered: Entered,
  { now, doctor }: { now: Date; doctor: DoctorOnPaper },
) {
  const today = manilaDay(now);
  const patient = await findPatient(clinic, patientId, today);
  refuseFutureConsent(entered, today);
  const clinicName = await findName(clinic);
  const { recordedAt, ...vitalSigns } = await findLatestVitals(clinic, patientId, { isShared: true });
  const files = [...patient.laboratoryFiles, ...patient.imagingFiles, ...patient.otherFiles];
  const { pregnancy = null, currentMedicines = null } = entered;
  const signature = `${doctor.firstName} ${doctor.lastName}, ${clinicName}`;
  const shared: SharedRecord = {
    patient: {
      ...demographics(patient),
      chiefComplaint: patient.chiefComplaint,
      preopDiagnosis: patient.preopDiagnosis,
      surgicalProcedure: patient.surgicalProcedure,
      postopDiagnosis: patient.postopDiagnosis,
      originalClinicId: patient.originalClinicId ?? clinic.id,
      referringPhysician: signature.slice(0, 255),
      remarks: [
        `Referred by ${signature} on ${formatLongDay(today)}.`,
        `Reason: ${entered.referralReason}`,
        ...(entered.referralNotes ? [`Notes: ${entered.referralNotes}`] : []),
        ...(pregnancy ? [`Pregnancy: ${pregnancy}`] : []),
        ...(currentMedicines ? [`Current medicines:\n${currentMedicines}`] : []),
      ].join("\n"),
    },
    diagnosis: patient.diagnosis,
    pregnancy,
    currentMedicines,
    vitals: recordedAt === null ? null : { vitalSigns, takenAt: recordedAt },
    files,
    in_words: [
      "Demographics, contact details, allergies, chief complaint, diagnoses and surgical procedure",
      ...(pregnancy === null ? [] : ["pregnancy"]),
      ...(currentMedicines === null ? [] : ["current medicines"]),
      ...(recordedAt === null ? [] : ["latest vital signs"]),
      ...(files.length === 0 ? [] : [files.length === 1 ? "1 file" : `${files.length} files`]),
    ].join(", "),
  };
  return {
    original_patient_id: patientId,
    global_patient_id: patient.globalPatientId,
    sent_by_id: clinic.userId,
    referring_doctor_id: doctor.userId,
    referring_first_name: doctor.firstName,
    referring_last_name: doctor.lastName,
    referral_reason: entered.referralReason,
    referral_notes: entered.referralNotes ?? null,
    consent_by: entered.consent?.agreedBy ?? null,
    consent_at: entered.consent?.at ?? null,
    // Exactly the fields visible before a claim.
    patient_name: patient.patientName,
    age: patient.age,
    sex: patient.sex,
    hospital: patient.hospital,
    admission_no: patient.admissionNo,
    admission_status: patient.admissionStatus,
    preop_diagnosis: patient.preopDiagnosis,
    postop_diagnosis: patient.postopDiagnosis,
    shared,
    awaits_release: stateWhenSaved(doctor.isCaller) === "prepared",
  };
}

const demographics = (patient: Patient) => ({
  patientName: patient.patientName,
  age: patient.age,
  ageTold: patient.ageTold,
  sex: patient.sex,
  birthday: patient.birthday,
  gestationDays: patient.gestationDays,
  allergies: patient.allergies,
  address: patient.address,
  contactNumber: patient.contactNumber,
  email: patient.email,
  hospital: patient.hospital,
  phicPayment: patient.phicPayment,
});

function refuseFutureConsent({ consent }: Entered, today: string): void {
  if (consent) requireDay("consent", manilaDay(new Date(consent.at)), "consent.at", { today });
}

async function findName(clinic: ClinicScope): Promise<string> {
  const { name } = await clinic.db
    .selectFrom("clinics")
    .select("name")
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
  return name;
}
