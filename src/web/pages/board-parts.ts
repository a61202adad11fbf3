// The parts of Today's Consultations in one request.
export { DueToday } from "#features/appointments/web/DueToday.tsx";
export { TodayBoard } from "#features/visits/web/TodayBoard.tsx";
