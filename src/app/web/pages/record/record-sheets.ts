// The sheets of one patient's record, in one chunk: a chunk each would cost a round trip each.
export { PatientAppointments } from "#features/appointments/web/PatientAppointments.tsx";
export { BillRecords } from "#features/billing/web/BillRecords.tsx";
export { FromHmos } from "#features/billing/web/FromHmos.tsx";
export { DoneButton } from "#features/consultations/web/DoneButton.tsx";
export { VitalSignsPanel } from "#features/consultations/web/vital-signs/VitalSignsPanel.tsx";
export { MedicalRecords } from "#features/files/web/MedicalRecords.tsx";
export { PaperRecords } from "#features/papers/web/PaperRecords.tsx";
export { PrescriptionRecords } from "#features/prescriptions/web/PrescriptionRecords.tsx";
export { PatientReferrals } from "#features/referrals/web/PatientReferrals.tsx";
export { ReminderConsents } from "#features/reminders/web/ReminderConsents.tsx";
export { ResultRecords } from "#features/results/web/ResultRecords.tsx";
