import {
  addConsultation,
  latestVitals,
  patientConsultations,
  recordVitals,
  todaysConsultations,
  vitalSignReadings,
} from "#features/consultations/contract.ts";
import { listPatients, onePatient, patientHistory } from "#features/patients/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { type ActHolder, useSend } from "#web/calls.ts";

/** A visit puts the patient on today's list and changes the record. */
const refreshes = [
  latestVitals,
  vitalSignReadings,
  patientConsultations,
  todaysConsultations,
  listPatients,
  onePatient,
  patientHistory,
  dashboardFigures,
];

export const useSaveConsultation = (act: ActHolder) =>
  useSend(addConsultation, {
    refreshes,
    done: "Consultation record saved successfully",
    failed: { title: "Error", fallback: "Failed to save consultation" },
    act,
  });

/** The History Checklist's: the quick consultation of the error catalogue. */
export const useAddChecklist = (act: ActHolder) =>
  useSend(addConsultation, {
    refreshes,
    done: "Consultation record added successfully",
    failed: { title: "Error", fallback: "Failed to add consultation" },
    act,
  });

export const useRecordVitals = (act: ActHolder) =>
  useSend(recordVitals, {
    refreshes,
    done: "Vital signs recorded successfully",
    failed: { title: "Error", fallback: "Failed to record vital signs" },
    act,
  });
