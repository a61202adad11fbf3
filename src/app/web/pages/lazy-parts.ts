import { lazyPart } from "#web/lazy-part.ts";

// Pages are the only place where features meet.
export const PatientsBoard = lazyPart(() => import("./PatientsBoard.tsx"), "PatientsBoard");
export const PatientTable = lazyPart(
  () => import("#features/patients/web/list/PatientTable.tsx"),
  "PatientTable",
);
export const AddPatientDialog = lazyPart(
  () => import("#features/patients/web/form/AddPatientDialog.tsx"),
  "AddPatientDialog",
);
export const ChoosePatientDialog = lazyPart(
  () => import("#features/patients/web/list/ChoosePatientDialog.tsx"),
  "ChoosePatientDialog",
);
export const NotInQueue = lazyPart(() => import("#features/visits/web/NotInQueue.tsx"), "NotInQueue");
export const ConsultsBoard = lazyPart(() => import("./day/ConsultsBoard.tsx"), "ConsultsBoard");
export const ConsultationWithAppointment = lazyPart(
  () => import("./dialogs/ConsultationWithAppointment.tsx"),
  "ConsultationWithAppointment",
);
export const SetupStepsList = lazyPart(
  () => import("#features/clinics/web/SetupStepsList.tsx"),
  "SetupStepsList",
);
export const TaskWidget = lazyPart(() => import("#features/tasks/web/TaskWidget.tsx"), "TaskWidget");
export const OwnTasks = lazyPart(() => import("#features/tasks/web/OwnTasks.tsx"), "OwnTasks");
export const UserManagement = lazyPart(
  () => import("#features/staff/web/UserManagement.tsx"),
  "UserManagement",
);

export const fetchAll = (...parts: readonly { preload: () => void }[]): void => {
  for (const part of parts) void part.preload();
};
