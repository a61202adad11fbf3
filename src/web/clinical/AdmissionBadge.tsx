import { BedDouble, DoorOpen, House } from "lucide-react";
import type { ReactNode } from "react";
import type { PatientListItem } from "#features/patients/contract.ts";
import { Badge, type Tone } from "#web/ui/Badge.tsx";

const admissions: Record<PatientListItem["admissionStatus"], { tone: Tone; icon: ReactNode }> = {
  Admitted: { tone: "info", icon: <BedDouble /> },
  Discharged: { tone: "ok", icon: <House /> },
  Outpatient: { tone: "quiet", icon: <DoorOpen /> },
};

/** The patient's admission status. */
export function AdmissionBadge({ status }: { status: PatientListItem["admissionStatus"] }) {
  return <Badge {...admissions[status]}>{status}</Badge>;
}
