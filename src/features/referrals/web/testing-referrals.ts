import type { Medicine } from "#features/clinical-lists/contract.ts";
import type { AnsweredReferral, PatientReferral, SharedReferral } from "#features/referrals/contract.ts";

/** Server responses with referrals, for screen tests. */
export const aSharedReferral = (changed: Partial<SharedReferral> = {}): SharedReferral => ({
  id: 51,
  patient: {
    patientName: "Dela Peña, Consuelo Rivera",
    age: 67,
    sex: "F",
    hospital: "Chong Hua Hospital - Fuente",
    admissionNo: "20261120-007",
    admissionStatus: "Outpatient",
    preopDiagnosis: "Atrial fibrillation",
    postopDiagnosis: null,
  },
  referringDoctor: { firstName: "Leonora", lastName: "Nuñez" },
  fromClinic: { name: "Mactan Women's Clinic" },
  dateReferred: "2026-11-20T01:42:00Z",
  referralReason: "Echocardiography and co-management",
  referralNotes: null,
  ...changed,
});

export const anAnsweredReferral = (changed: Partial<AnsweredReferral> = {}): AnsweredReferral => ({
  ...aSharedReferral({ id: 52 }),
  status: "claimed",
  answeredAt: "2026-11-19T03:00:00Z",
  declineReason: null,
  claimedPatientId: 1300,
  ...changed,
});

export const aPatientReferral = (changed: Partial<PatientReferral> = {}): PatientReferral => ({
  id: 61,
  patientId: 1201,
  side: "sent",
  status: "pending",
  fromClinicName: "Peñaflor Heart Clinic",
  toClinicName: "Mactan Women's Clinic",
  toAddress: null,
  referralReason: "Echocardiography",
  referralNotes: null,
  awaitsRelease: false,
  consent: { agreedBy: "Parent or guardian", at: "2026-11-19T16:00:00Z" },
  referringDoctor: { firstName: "Rafael", lastName: "Peñaflor" },
  dateReferred: "2026-11-20T02:42:00Z",
  dateClaimed: null,
  answeredAt: null,
  declineReason: null,
  ...changed,
});

/** Taken now, from elsewhere. */
export const aMedicine = (changed: Partial<Medicine> = {}): Medicine => ({
  id: 91,
  patientId: 1201,
  clinicId: 1,
  generic: "warfarin",
  dose: null,
  frequency: null,
  since: null,
  until: null,
  source: "elsewhere",
  prescriptionId: null,
  item: null,
  state: "active",
  stopReason: null,
  stopId: null,
  recordedAt: "2026-11-20T01:00:00Z",
  recordedByName: "Rafael Peñaflor",
  version: 1,
  isConfidential: false,
  isOwn: true,
  ...changed,
});
