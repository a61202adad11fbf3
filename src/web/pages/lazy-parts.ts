import { type ComponentType, type FunctionComponent, lazy } from "react";

/** A part of a page that is fetched when it is first shown, or before, on a sign that it will be. */
export type LazyPart<Props> = FunctionComponent<Props> & { preload: () => void };

function part<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] extends ComponentType<infer Props> ? LazyPart<Props> : never {
  const loaded = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return Object.assign(loaded, { preload: () => void load().catch(() => undefined) }) as never;
}

// Pages are the only place where features meet.
export const PatientsScreen = part(
  () => import("#features/patients/web/PatientsScreen.tsx"),
  "PatientsScreen",
);
export const PatientTable = part(() => import("#features/patients/web/PatientTable.tsx"), "PatientTable");
export const AddPatientWizard = part(
  () => import("#features/patients/web/AddPatientWizard.tsx"),
  "AddPatientWizard",
);
export const AddPatientDialog = part(
  () => import("#features/patients/web/AddPatientDialog.tsx"),
  "AddPatientDialog",
);
export const EditPatientDialog = part(
  () => import("#features/patients/web/EditPatientDialog.tsx"),
  "EditPatientDialog",
);
export const PatientDetailsDialog = part(
  () => import("#features/patients/web/PatientDetailsDialog.tsx"),
  "PatientDetailsDialog",
);
export const ChoosePatientDialog = part(
  () => import("#features/patients/web/ChoosePatientDialog.tsx"),
  "ChoosePatientDialog",
);
export const TodaysConsultations = part(
  () => import("#features/consultations/web/TodaysConsultations.tsx"),
  "TodaysConsultations",
);
export const NewConsultationWizard = part(
  () => import("#features/consultations/web/NewConsultationWizard.tsx"),
  "NewConsultationWizard",
);
export const RecordVitalsDialog = part(
  () => import("#features/consultations/web/RecordVitalsDialog.tsx"),
  "RecordVitalsDialog",
);
export const LatestVitals = part(
  () => import("#features/consultations/web/LatestVitals.tsx"),
  "LatestVitals",
);
export const ConsultationRecords = part(
  () => import("#features/consultations/web/ConsultationRecords.tsx"),
  "ConsultationRecords",
);
export const GeneratePrescriptionDialog = part(
  () => import("#features/prescriptions/web/GeneratePrescriptionDialog.tsx"),
  "GeneratePrescriptionDialog",
);
export const PrescriptionHistory = part(
  () => import("#features/prescriptions/web/PrescriptionHistory.tsx"),
  "PrescriptionHistory",
);
