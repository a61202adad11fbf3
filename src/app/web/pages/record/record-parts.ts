import { lazyPart } from "#web/lazy-part.ts";

// The dialogs about a patient.
export const AddPatientWizard = lazyPart(
  () => import("#features/patients/web/form/AddPatientWizard.tsx"),
  "AddPatientWizard",
);
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
export const EditPatientDialog = lazyPart(
  () => import("#features/patients/web/form/EditPatientDialog.tsx"),
  "EditPatientDialog",
);
export const FullHistories = lazyPart(
  () => import("#features/consultations/web/full-history/FullHistories.tsx"),
  "FullHistories",
);
export const GeneratePrescriptionDialog = lazyPart(
  () => import("#features/prescriptions/web/GeneratePrescriptionDialog.tsx"),
  "GeneratePrescriptionDialog",
);
export const GiveCopyDialog = lazyPart(
  () => import("#features/record-copy/web/GiveCopyDialog.tsx"),
  "GiveCopyDialog",
);
export const HistoryChecklistDialog = lazyPart(
  () => import("#features/consultations/web/full-history/HistoryChecklistDialog.tsx"),
  "HistoryChecklistDialog",
);
export const ListDialogs = lazyPart(
  () => import("#features/clinical-lists/web/ListDialogs.tsx"),
  "ListDialogs",
);
export const OpenedPaper = lazyPart(() => import("#features/papers/web/OpenedPaper.tsx"), "OpenedPaper");
export const OpenedPrescription = lazyPart(
  () => import("#features/prescriptions/web/OpenedPrescription.tsx"),
  "OpenedPrescription",
);
export const OtherDoctorsEntries = lazyPart(
  () => import("#features/confidential/web/OtherDoctorsEntries.tsx"),
  "OtherDoctorsEntries",
);
export const PaperDialog = lazyPart(() => import("#features/papers/web/PaperDialog.tsx"), "PaperDialog");
export const PrescriptionHistory = lazyPart(
  () => import("#features/prescriptions/web/PrescriptionHistory.tsx"),
  "PrescriptionHistory",
);
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
export const ReminderConsents = lazyPart(
  () => import("#features/reminders/web/ReminderConsents.tsx"),
  "ReminderConsents",
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
