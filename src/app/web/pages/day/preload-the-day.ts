import {
  AddPatientDialog,
  ChoosePatientDialog,
  ConsultationWithAppointment,
  fetchAll,
  NotInQueue,
  PatientsBoard,
} from "#app/web/pages/lazy-parts.ts";
import { PatientRecord } from "#app/web/pages/preload.ts";
import { SafetyStrip } from "#app/web/pages/record/head-parts.ts";
import {
  ConsultationHistoryDialog,
  EditPatientDialog,
  GeneratePrescriptionDialog,
  HistoryChecklistDialog,
  PrescriptionHistory,
  RecordVitalsDialog,
  ReferPatientDialog,
} from "#app/web/pages/record/record-parts.ts";

/** What opens from the sheets, which render it themselves. */
const fromTheSheets = [
  () => import("#app/web/pages/record/tabs/VisitsTab.tsx"),
  () => import("#features/consultations/web/vital-signs/AllReadingsDialog.tsx"),
  () => import("#features/consultations/web/ConsultationDialog.tsx"),
  () => import("#features/files/web/AddFilesDialog.tsx"),
  () => import("#features/patients/web/record/HistoryEntries.tsx"),
  () => import("#features/prescriptions/web/PrescriptionDetailDialog.tsx"),
];

/** The parts for a day's work, loaded once the first page is idle, also for later offline use. */
export function preloadTheDay(): void {
  fetchAll(
    PatientsBoard,
    PatientRecord,
    SafetyStrip,
    NotInQueue,
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
