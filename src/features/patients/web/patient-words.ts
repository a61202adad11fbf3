import type { PatientListItem } from "#features/patients/contract.ts";
import { formatDay } from "#shared/formats/dates.ts";

/** Room and day of the current stay: "Room 512-B", "Nov 18, 2026". */
export function stayParts(patient: Pick<PatientListItem, "roomNumber" | "dateOfAdmission">): string[] {
  const parts: string[] = [];
  if (patient.roomNumber) parts.push(`Room ${patient.roomNumber}`);
  if (patient.dateOfAdmission) parts.push(formatDay(patient.dateOfAdmission));
  return parts;
}
