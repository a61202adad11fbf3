import { PatientAppointments } from "#features/appointments/web/PatientAppointments.tsx";
import { ReminderConsents } from "#features/reminders/web/ReminderConsents.tsx";
import type { TabProps } from "../tab-props.ts";

export const AppointmentsTab = ({ patient: { id }, dialogs }: TabProps) => (
  <PatientAppointments
    patientId={id}
    consents={<ReminderConsents patientId={id} />}
    onBook={() => dialogs.show("appointment", id)}
  />
);
