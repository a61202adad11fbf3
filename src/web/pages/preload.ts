import { lazyPart } from "#web/lazy-part.ts";
import {
  AddPatientDialog,
  ChoosePatientDialog,
  ConsultationHistoryDialog,
  ConsultationWithAppointment,
  EditPatientDialog,
  fetchAll,
  GeneratePrescriptionDialog,
  HistoryChecklistDialog,
  PatientsScreen,
  PrescriptionHistory,
  preloadRecordSheets,
  RecordVitalsDialog,
  ReferPatientDialog,
  TodaysConsultations,
} from "./lazy-parts.ts";

export const ClinicDialogs = lazyPart(() => import("./ClinicDialogs.tsx"), "ClinicDialogs");

/** One patient's record with its sheets. */
export function preloadRecord(): void {
  fetchAll(ClinicDialogs);
  preloadRecordSheets();
}

/** What opens from the sheets, which draw it themselves. */
const fromTheSheets = [
  () => import("#features/consultations/web/vital-signs/AllReadingsDialog.tsx"),
  () => import("#features/consultations/web/ConsultationDialog.tsx"),
  () => import("#features/files/web/AddFilesDialog.tsx"),
  () => import("#features/patients/web/record/HistoryEntries.tsx"),
  () => import("#features/prescriptions/web/PrescriptionDetailDialog.tsx"),
];

/** The parts a day's work needs, loaded once the first page is idle, also for later use offline. */
export function preloadTheDay(): void {
  preloadRecord();
  fetchAll(
    PatientsScreen,
    TodaysConsultations,
    AddPatientDialog,
    EditPatientDialog,
    ChoosePatientDialog,
    ConsultationWithAppointment,
    RecordVitalsDialog,
    HistoryChecklistDialog,
    ConsultationHistoryDialog,
    GeneratePrescriptionDialog,
    PrescriptionHistory,
    ReferPatientDialog,
  );
  for (const load of fromTheSheets) void load().catch(() => undefined);
}
