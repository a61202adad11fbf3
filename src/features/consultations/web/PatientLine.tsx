import type { ReactNode } from "react";
import type { Patient } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { AskSex } from "#web/clinical/AskSex.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { AllergyLine } from "#web/ui/frame/PatientHeader.tsx";

/** "8 / F · 20261119-003 · Allergies: not recorded", below a title that is the patient's name. */
export function PatientLine({ patient, alerts }: { patient: Patient; alerts?: ReactNode }) {
  const today = useToday();
  return (
    <span className="flex flex-wrap gap-x-1.5 tabular-nums">
      <span>{ageSex(patient, today)}</span>
      <Dot />
      <span>{patient.admissionNo}</span>
      {/* No dot before it: on a phone it has a line of its own. */}
      <span className="max-md:w-full md:ml-1.5">
        <AllergyLine text={patient.allergies} />
      </span>
      {alerts}
      <AskSex patient={patient} />
    </span>
  );
}

const Dot = () => (
  <span aria-hidden="true" className="text-ink-3">
    ·
  </span>
);
