import { CircleAlert } from "lucide-react";
import type { PatientListItem } from "#features/patients/contract.ts";
import { formatDay, manilaDay, shortDay } from "#shared/formats/dates.ts";

type Due = Pick<PatientListItem, "followUpDate" | "appointmentTime">;

/** The day on which the patient was due and did not come, unless there is a future appointment. */
export function missedFollowUp({ followUpDate, appointmentTime }: Due, today: string): string | null {
  if (!followUpDate || followUpDate >= today) return null;
  return appointmentTime && manilaDay(new Date(appointmentTime)) >= today ? null : followUpDate;
}

/** Shows when a patient was due and did not come; nothing otherwise. `short` omits the current year. */
export function MissedFollowUp({ patient, today, short }: { patient: Due; today: string; short?: boolean }) {
  const day = missedFollowUp(patient, today);
  if (!day) return null;
  return (
    <span className="text-sm font-medium text-warn">
      <CircleAlert className="mr-1 inline size-3.5 -translate-y-px" />
      Missed follow-up, {short ? shortDay(day, today) : formatDay(day)}
    </span>
  );
}
