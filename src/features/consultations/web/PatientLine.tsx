import type { ReactNode } from "react";
import type { Patient } from "#features/patients/contract.ts";
import type { Visit } from "#features/visits/contract.ts";
import { ageSex, yearsAt } from "#shared/clinical/age.ts";
import { SENIOR_FROM, visitPriorityLabels, visitStateLabels } from "#shared/clinical/visit-states.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { AskSex } from "#web/clinical/AskSex.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { AllergyLine } from "#web/ui/frame/PatientHeader.tsx";

/**
 * "71 / M · 20240311-002 · Senior · number 4, with doctor since 9:12 AM", below a title that is the patient's name.
 * The allergies too, where no safety strip tells them.
 */
export function PatientLine({
  patient,
  visit,
  alerts,
  hasStrip,
}: {
  patient: Patient;
  visit: Visit | null;
  alerts?: ReactNode;
  hasStrip: boolean;
}) {
  const today = useToday();
  return (
    <span className="flex flex-wrap gap-x-1.5 tabular-nums">
      <span>{ageSex(patient, today)}</span>
      <Dot />
      <span>{patient.admissionNo}</span>
      {(yearsAt(patient, today) ?? 0) >= SENIOR_FROM && (
        <>
          <Dot />
          <span className="font-medium text-info">{visitPriorityLabels.senior}</span>
        </>
      )}
      {visit && (
        <span className="flex gap-x-1.5 max-md:hidden">
          <Dot />
          <span>{visitWords(visit)}</span>
        </span>
      )}
      {!hasStrip && (
        // No dot before it: on a phone it has a line of its own.
        <span className="max-md:w-full md:ml-1.5">
          <AllergyLine text={patient.allergies} />
        </span>
      )}
      {alerts}
      <AskSex patient={patient} />
    </span>
  );
}

function visitWords({ number, state, withDoctorAt }: Visit): string {
  const since = state === "with_doctor" && withDoctorAt ? ` since ${formatClock(withDoctorAt)}` : "";
  return [number !== null && `number ${number}`, visitStateLabels[state].toLowerCase() + since]
    .filter(Boolean)
    .join(", ");
}

const Dot = () => (
  <span aria-hidden="true" className="text-ink-3">
    ·
  </span>
);
