// The dashboard's parts in one chunk: separate ones would cost a round trip each.
export { TodaysConsultations } from "#features/consultations/web/today/TodaysConsultations.tsx";
export { TaskWidget } from "#features/tasks/web/TaskWidget.tsx";
