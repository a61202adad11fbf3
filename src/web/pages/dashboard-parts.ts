// What the dashboard shows besides its figures, in one request: each part fetched by itself would be a round trip more.
export { TodaysConsultations } from "#features/consultations/web/today/TodaysConsultations.tsx";
export { PatientTable } from "#features/patients/web/list/PatientTable.tsx";
export { TaskWidget } from "#features/tasks/web/TaskWidget.tsx";
