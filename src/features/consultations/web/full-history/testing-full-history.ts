import type { FullHistory } from "#features/consultations/contract.ts";

/** For screen tests: a complete draft, with the given fields replaced. */
export const aFullHistory = (put: Partial<FullHistory> = {}): FullHistory => ({
  id: 9,
  patientId: 1201,
  clinicId: 1,
  doctorId: null,
  doctorName: null,
  writtenByName: "Rafael Peñaflor",
  chiefComplaint: "Cough",
  historyOfPresentIllness: null,
  pastMedicalHistory: null,
  medicationsAllergies: null,
  familySocialHistory: null,
  pastSurgeries: null,
  hospitalizations: null,
  workingDiagnosis: null,
  finalDiagnosis: null,
  managementPlan: null,
  status: "draft",
  version: 1,
  finishedAt: null,
  createdAt: "2026-11-20T02:42:00Z",
  updatedAt: "2026-11-20T02:42:00Z",
  isConfidential: false,
  isOwn: false,
  ...put,
});
