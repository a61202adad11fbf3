import {
  addConsultation,
  latestVitals,
  patientConsultations,
  recordVitals,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import { listPatients, onePatient, patientHistory } from "#features/patients/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { useSend } from "#web/calls.ts";

/** A visit puts the patient on today's list and changes the record. */
const refreshes = [
  latestVitals,
  patientConsultations,
  todaysConsultations,
  listPatients,
  onePatient,
  patientHistory,
  dashboardFigures,
];

export const useSaveConsultation = () =>
  useSend(addConsultation, {
    refreshes,
    done: "Consultation record saved successfully",
    failed: { title: "Error", fallback: "Failed to save consultation" },
  });

export const useRecordVitals = () =>
  useSend(recordVitals, {
    refreshes,
    done: "Vital signs recorded successfully",
    failed: { title: "Error", fallback: "Failed to record vital signs" },
  });
