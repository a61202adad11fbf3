import { onePatient, type Patient } from "#features/patients/contract.ts";
import { ageLabel } from "#shared/age.ts";
import { manilaDay } from "#shared/dates.ts";
import { useCall } from "#web/calls.ts";
import { PatientHeader } from "#web/ui/PatientHeader.tsx";
import { useNow } from "#web/use-now.ts";

export const usePatient = (patientId: number) => useCall(onePatient, { params: { id: String(patientId) } });

/** For a Dialog's `patient` slot. */
export function HeaderOf({ patient }: { patient: Patient }) {
  const today = manilaDay(useNow());
  return (
    <PatientHeader
      place="dialog"
      name={patient.patientName}
      ageSex={[ageLabel(patient, today), patient.sex].filter(Boolean).join(" / ")}
      admissionNumber={patient.admissionNo}
      allergies={patient.allergies}
    />
  );
}
