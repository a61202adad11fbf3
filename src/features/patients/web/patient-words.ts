import type { PatientListItem } from "#features/patients/contract.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";

/** Room and day of the current stay: "Room 512-B", "Nov 18, 2026". */
export function stayParts(patient: Pick<PatientListItem, "roomNumber" | "dateOfAdmission">): string[] {
  const parts: string[] = [];
  if (patient.roomNumber) parts.push(`Room ${patient.roomNumber}`);
  if (patient.dateOfAdmission) parts.push(formatDay(patient.dateOfAdmission));
  return parts;
}

/** The day on which the patient was due and did not come, unless an appointment is ahead. */
export function missedFollowUp(
  { followUpDate, appointmentTime }: Pick<PatientListItem, "followUpDate" | "appointmentTime">,
  today: string,
): string | null {
  if (!followUpDate || followUpDate >= today) return null;
  return appointmentTime && manilaDay(new Date(appointmentTime)) >= today ? null : followUpDate;
}

/** "completed" as "Completed"; words of imported records are shown unchanged. */
export const consultationWord = (status: string) => status.charAt(0).toUpperCase() + status.slice(1);
