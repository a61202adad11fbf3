import { lazyPart } from "#web/lazy-part.ts";

// Pages are the only place where features meet.
export const PatientsScreen = lazyPart(
  () => import("#features/patients/web/PatientsScreen.tsx"),
  "PatientsScreen",
);
export const PatientTable = lazyPart(() => import("#features/patients/web/PatientTable.tsx"), "PatientTable");
export const AddPatientWizard = lazyPart(
  () => import("#features/patients/web/AddPatientWizard.tsx"),
  "AddPatientWizard",
);
export const AddPatientDialog = lazyPart(
  () => import("#features/patients/web/AddPatientDialog.tsx"),
  "AddPatientDialog",
);
export const EditPatientDialog = lazyPart(
  () => import("#features/patients/web/EditPatientDialog.tsx"),
  "EditPatientDialog",
);
export const PatientDetailsDialog = lazyPart(
  () => import("#features/patients/web/PatientDetailsDialog.tsx"),
  "PatientDetailsDialog",
);
export const ChoosePatientDialog = lazyPart(
  () => import("#features/patients/web/ChoosePatientDialog.tsx"),
  "ChoosePatientDialog",
);
export const TodaysConsultations = lazyPart(
  () => import("#features/consultations/web/TodaysConsultations.tsx"),
  "TodaysConsultations",
);
export const NewConsultationWizard = lazyPart(
  () => import("#features/consultations/web/NewConsultationWizard.tsx"),
  "NewConsultationWizard",
);
export const RecordVitalsDialog = lazyPart(
  () => import("#features/consultations/web/RecordVitalsDialog.tsx"),
  "RecordVitalsDialog",
);
export const LatestVitals = lazyPart(
  () => import("#features/consultations/web/LatestVitals.tsx"),
  "LatestVitals",
);
export const ConsultationRecords = lazyPart(
  () => import("#features/consultations/web/ConsultationRecords.tsx"),
  "ConsultationRecords",
);
export const GeneratePrescriptionDialog = lazyPart(
  () => import("#features/prescriptions/web/GeneratePrescriptionDialog.tsx"),
  "GeneratePrescriptionDialog",
);
export const PrescriptionHistory = lazyPart(
  () => import("#features/prescriptions/web/PrescriptionHistory.tsx"),
  "PrescriptionHistory",
);

/** What a day at the desk needs, fetched once the first page stands still: later also without a connection. */
export function preloadTheDay(): void {
  for (const part of [
    PatientsScreen,
    TodaysConsultations,
    PatientDetailsDialog,
    AddPatientDialog,
    EditPatientDialog,
    ChoosePatientDialog,
    NewConsultationWizard,
    RecordVitalsDialog,
    LatestVitals,
    ConsultationRecords,
    GeneratePrescriptionDialog,
    PrescriptionHistory,
  ])
    part.preload();
}
