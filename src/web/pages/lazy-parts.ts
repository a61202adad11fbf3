import { lazyPart } from "#web/lazy-part.ts";
import { SafetyStrip } from "./head-parts.ts";

// Pages are the only place where features meet.
export const PatientsScreen = lazyPart(
  () => import("#features/patients/web/list/PatientsScreen.tsx"),
  "PatientsScreen",
);
const dashboardParts = () => import("./dashboard-parts.ts");
export const PatientTable = lazyPart(
  () => import("#features/patients/web/list/PatientTable.tsx"),
  "PatientTable",
);
const recordSheets = () => import("./record-sheets.ts");
export const AddPatientWizard = lazyPart(
  () => import("#features/patients/web/form/AddPatientWizard.tsx"),
  "AddPatientWizard",
);
export const AddPatientDialog = lazyPart(
  () => import("#features/patients/web/form/AddPatientDialog.tsx"),
  "AddPatientDialog",
);
export const EditPatientDialog = lazyPart(
  () => import("#features/patients/web/form/EditPatientDialog.tsx"),
  "EditPatientDialog",
);
export const ChoosePatientDialog = lazyPart(
  () => import("#features/patients/web/list/ChoosePatientDialog.tsx"),
  "ChoosePatientDialog",
);
export const TodaysConsultations = lazyPart(dashboardParts, "TodaysConsultations");
export const ConsultsBoard = lazyPart(() => import("./ConsultsBoard.tsx"), "ConsultsBoard");
export const ConsultationWithAppointment = lazyPart(
  () => import("./ConsultationWithAppointment.tsx"),
  "ConsultationWithAppointment",
);
export const RecordVitalsDialog = lazyPart(
  () => import("#features/consultations/web/vital-signs/RecordVitalsDialog.tsx"),
  "RecordVitalsDialog",
);
export const DoneButton = lazyPart(recordSheets, "DoneButton");
export const VitalSignsPanel = lazyPart(recordSheets, "VitalSignsPanel");
export const ConsultationRecords = lazyPart(recordSheets, "ConsultationRecords");
export const HistoryChecklistDialog = lazyPart(
  () => import("#features/consultations/web/full-history/HistoryChecklistDialog.tsx"),
  "HistoryChecklistDialog",
);
export const ConsultationHistoryDialog = lazyPart(
  () => import("#features/consultations/web/ConsultationHistoryDialog.tsx"),
  "ConsultationHistoryDialog",
);
export const GeneratePrescriptionDialog = lazyPart(
  () => import("#features/prescriptions/web/GeneratePrescriptionDialog.tsx"),
  "GeneratePrescriptionDialog",
);
export const MedicalRecords = lazyPart(recordSheets, "MedicalRecords");
export const PrescriptionRecords = lazyPart(recordSheets, "PrescriptionRecords");
export const PrescriptionHistory = lazyPart(
  () => import("#features/prescriptions/web/PrescriptionHistory.tsx"),
  "PrescriptionHistory",
);
export const ReferPatientDialog = lazyPart(
  () => import("#features/referrals/web/ReferPatientDialog.tsx"),
  "ReferPatientDialog",
);
export const PrintLabelsDialog = lazyPart(
  () => import("#features/patients/web/record/PrintLabelsDialog.tsx"),
  "PrintLabelsDialog",
);
export const GiveCopyDialog = lazyPart(
  () => import("#features/patients/web/record/GiveCopyDialog.tsx"),
  "GiveCopyDialog",
);
export const PatientReferrals = lazyPart(recordSheets, "PatientReferrals");
export const SharedWithMe = lazyPart(
  () => import("#features/referrals/web/SharedWithMe.tsx"),
  "SharedWithMe",
);
export const TaskManagement = lazyPart(
  () => import("#features/tasks/web/TaskManagement.tsx"),
  "TaskManagement",
);
export const SetupStepsList = lazyPart(
  () => import("#features/clinics/web/SetupStepsList.tsx"),
  "SetupStepsList",
);
export const TaskDialog = lazyPart(() => import("#features/tasks/web/TaskDialog.tsx"), "TaskDialog");
export const TaskWidget = lazyPart(dashboardParts, "TaskWidget");
export const OwnTasks = lazyPart(() => import("#features/tasks/web/OwnTasks.tsx"), "OwnTasks");
export const AdmissionsReport = lazyPart(
  () => import("#features/reports/web/AdmissionsReport.tsx"),
  "AdmissionsReport",
);
export const UserManagement = lazyPart(
  () => import("#features/staff/web/UserManagement.tsx"),
  "UserManagement",
);
export const AnalyticsReport = lazyPart(
  () => import("#features/reports/web/AnalyticsReport.tsx"),
  "AnalyticsReport",
);

export const BrandingSettings = lazyPart(
  () => import("#features/clinics/web/BrandingSettings.tsx"),
  "BrandingSettings",
);
export const DestroyedRecords = lazyPart(
  () => import("#features/patients/web/record/DestroyedRecords.tsx"),
  "DestroyedRecords",
);
export const CalendarBoard = lazyPart(() => import("./CalendarBoard.tsx"), "CalendarBoard");
export const PaymentsBoard = lazyPart(() => import("./PaymentsBoard.tsx"), "PaymentsBoard");
export const TakePaymentDialog = lazyPart(
  () => import("#features/billing/web/TakePaymentDialog.tsx"),
  "TakePaymentDialog",
);
export const BookForPatient = lazyPart(
  () => import("#features/appointments/web/BookForPatient.tsx"),
  "BookForPatient",
);
export const GrowthSheet = lazyPart(() => import("#features/growth/web/GrowthSheet.tsx"), "GrowthSheet");
export const ImmunizationSheet = lazyPart(
  () => import("#features/immunizations/web/ImmunizationSheet.tsx"),
  "ImmunizationSheet",
);
export const PregnancySheet = lazyPart(
  () => import("#features/pregnancies/web/PregnancySheet.tsx"),
  "PregnancySheet",
);
export const PatientAppointments = lazyPart(recordSheets, "PatientAppointments");
export const PaperRecords = lazyPart(recordSheets, "PaperRecords");
export const PaperDialog = lazyPart(() => import("#features/papers/web/PaperDialog.tsx"), "PaperDialog");
export const PaperTemplates = lazyPart(
  () => import("#features/papers/web/PaperTemplates.tsx"),
  "PaperTemplates",
);
export const ResultRecords = lazyPart(recordSheets, "ResultRecords");
export const ResultsDialog = lazyPart(
  () => import("#features/results/web/ResultsDialog.tsx"),
  "ResultsDialog",
);
export const ResultRanges = lazyPart(() => import("#features/results/web/ResultRanges.tsx"), "ResultRanges");
export const ReminderConsents = lazyPart(recordSheets, "ReminderConsents");
export const BillRecords = lazyPart(recordSheets, "BillRecords");
export const BillingSettings = lazyPart(() => import("./BillingSettings.tsx"), "BillingSettings");
export const FrontDeskSettings = lazyPart(() => import("./FrontDeskSettings.tsx"), "FrontDeskSettings");
export const QuickTextSettings = lazyPart(
  () => import("#features/quick-texts/web/QuickTextSettings.tsx"),
  "QuickTextSettings",
);
export const SubscriptionSettings = lazyPart(
  () => import("#features/clinics/web/SubscriptionSettings.tsx"),
  "SubscriptionSettings",
);

export const fetchAll = (...parts: readonly { preload: () => void }[]): void => {
  for (const part of parts) void part.preload();
};

export const preloadDashboard = (): void => fetchAll(TodaysConsultations, TaskWidget);

/** The sheets of one patient's record. */
export const preloadRecordSheets = (): void =>
  fetchAll(
    SafetyStrip,
    VitalSignsPanel,
    MedicalRecords,
    PrescriptionRecords,
    ConsultationRecords,
    PatientReferrals,
  );
