import { fetchAll } from "#app/web/pages/lazy-parts.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { SafetyStrip } from "./head-parts.ts";

// What the record shows and opens.
const recordSheets = () => import("./record-sheets.ts");
export const AddPatientWizard = lazyPart(
  () => import("#features/patients/web/form/AddPatientWizard.tsx"),
  "AddPatientWizard",
);
export const BillRecords = lazyPart(recordSheets, "BillRecords");
export const BookForPatient = lazyPart(
  () => import("#features/appointments/web/BookForPatient.tsx"),
  "BookForPatient",
);
export const ChooseOtherRecord = lazyPart(
  () => import("#app/web/pages/dialogs/ChooseOtherRecord.tsx"),
  "ChooseOtherRecord",
);
export const ConsultationDialog = lazyPart(
  () => import("#features/consultations/web/ConsultationDialog.tsx"),
  "ConsultationDialog",
);
export const ConsultationHistoryDialog = lazyPart(
  () => import("#features/consultations/web/ConsultationHistoryDialog.tsx"),
  "ConsultationHistoryDialog",
);
export const DoneButton = lazyPart(recordSheets, "DoneButton");
export const EditPatientDialog = lazyPart(
  () => import("#features/patients/web/form/EditPatientDialog.tsx"),
  "EditPatientDialog",
);
export const FamilySheet = lazyPart(() => import("#features/households/web/FamilySheet.tsx"), "FamilySheet");
export const FromHmos = lazyPart(recordSheets, "FromHmos");
export const GeneratePrescriptionDialog = lazyPart(
  () => import("#features/prescriptions/web/GeneratePrescriptionDialog.tsx"),
  "GeneratePrescriptionDialog",
);
export const GiveCopyDialog = lazyPart(
  () => import("#features/record-copy/web/GiveCopyDialog.tsx"),
  "GiveCopyDialog",
);
export const PregnancySheet = lazyPart(
  () => import("#features/pregnancies/web/PregnancySheet.tsx"),
  "PregnancySheet",
);
export const GrowthSheet = lazyPart(() => import("#features/growth/web/GrowthSheet.tsx"), "GrowthSheet");
export const HistoryChecklistDialog = lazyPart(
  () => import("#features/consultations/web/full-history/HistoryChecklistDialog.tsx"),
  "HistoryChecklistDialog",
);
export const ImmunizationSheet = lazyPart(
  () => import("#features/immunizations/web/ImmunizationSheet.tsx"),
  "ImmunizationSheet",
);
export const MedicalRecords = lazyPart(recordSheets, "MedicalRecords");
export const OpenedPaper = lazyPart(() => import("#features/papers/web/OpenedPaper.tsx"), "OpenedPaper");
export const OpenedPrescription = lazyPart(
  () => import("#features/prescriptions/web/OpenedPrescription.tsx"),
  "OpenedPrescription",
);
export const PaperDialog = lazyPart(() => import("#features/papers/web/PaperDialog.tsx"), "PaperDialog");
export const PaperRecords = lazyPart(recordSheets, "PaperRecords");
export const PatientAppointments = lazyPart(recordSheets, "PatientAppointments");
export const PatientReferrals = lazyPart(recordSheets, "PatientReferrals");
export const PrescriptionHistory = lazyPart(
  () => import("#features/prescriptions/web/PrescriptionHistory.tsx"),
  "PrescriptionHistory",
);
export const PrescriptionRecords = lazyPart(recordSheets, "PrescriptionRecords");
export const PrintLabelsDialog = lazyPart(
  () => import("#features/patients/web/record/PrintLabelsDialog.tsx"),
  "PrintLabelsDialog",
);
export const RecordVitalsDialog = lazyPart(
  () => import("#features/consultations/web/vital-signs/RecordVitalsDialog.tsx"),
  "RecordVitalsDialog",
);
export const ReferPatientDialog = lazyPart(
  () => import("#features/referrals/web/ReferPatientDialog.tsx"),
  "ReferPatientDialog",
);
export const ReminderConsents = lazyPart(recordSheets, "ReminderConsents");
export const ResultRecords = lazyPart(recordSheets, "ResultRecords");
export const ResultsDialog = lazyPart(
  () => import("#features/results/web/ResultsDialog.tsx"),
  "ResultsDialog",
);
export const TakePaymentDialog = lazyPart(
  () => import("#features/billing/web/TakePaymentDialog.tsx"),
  "TakePaymentDialog",
);
export const TaskDialog = lazyPart(() => import("#features/tasks/web/TaskDialog.tsx"), "TaskDialog");
export const VisitTimeline = lazyPart(
  () => import("#features/timeline/web/VisitTimeline.tsx"),
  "VisitTimeline",
);
export const VitalSignsPanel = lazyPart(recordSheets, "VitalSignsPanel");

/** The sheets of one patient's record. */
export const preloadRecordSheets = (): void =>
  fetchAll(
    SafetyStrip,
    VitalSignsPanel,
    MedicalRecords,
    PrescriptionRecords,
    VisitTimeline,
    PatientReferrals,
  );
