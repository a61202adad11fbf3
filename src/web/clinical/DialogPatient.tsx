import type { ReactNode } from "react";
import type { Patient } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { PatientHeader } from "#web/ui/frame/PatientHeader.tsx";

/** The patient of a dialog, for its `patient` slot. */
export function DialogPatient({ patient, alerts }: { patient: Patient; alerts?: ReactNode }) {
  const today = useToday();
  return (
    <PatientHeader
      name={patient.patientName}
      ageSex={ageSex(patient, today)}
      admissionNumber={patient.admissionNo}
      allergies={patient.allergies}
      alerts={alerts}
    />
  );
}
