import { onePatient, type Patient } from "#features/patients/contract.ts";
import { ageInMonths, ageLabel } from "#shared/age.ts";
import { manilaDay } from "#shared/dates.ts";
import { isApiError } from "#web/api-error.ts";
import { useCall } from "#web/calls.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { AllergyLine, PatientHeader } from "#web/ui/PatientHeader.tsx";
import { SkeletonRows } from "#web/ui/Skeleton.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";

export const usePatient = (patientId: number) => useCall(onePatient, { params: { id: String(patientId) } });

/** In full months on that day (today unless told), null when unknown. */
export const monthsOf = (patient: Patient, at: Date = new Date()): number | null =>
  ageInMonths(patient, manilaDay(at));

const ageSexOf = (patient: Patient): string =>
  [ageLabel(patient, manilaDay(new Date())), patient.sex].filter(Boolean).join(" / ");

/** For a Dialog's `patient` slot. */
export function HeaderOf({ patient }: { patient: Patient }) {
  return (
    <PatientHeader
      place="dialog"
      name={patient.patientName}
      ageSex={ageSexOf(patient)}
      admissionNumber={patient.admissionNo}
      allergies={patient.allergies}
    />
  );
}

/** "8 / F · 20261119-003 · Allergies: not recorded", under a title that is the name itself. */
export function PatientLine({ patient }: { patient: Patient }) {
  return (
    <span className="flex flex-wrap gap-x-1.5 tabular-nums">
      <span>{ageSexOf(patient)}</span>
      <Dot />
      <span>{patient.admissionNo}</span>
      {/* No dot before it: on a phone it has a line of its own. */}
      <span className="max-md:w-full md:ml-1.5">
        <AllergyLine text={patient.allergies} />
      </span>
    </span>
  );
}

const Dot = () => (
  <span aria-hidden="true" className="text-ink-3">
    ·
  </span>
);

/** Stands in a dialog's body while its patient is still being read, or could not be. */
export function PatientPending({ patient }: { patient: ReturnType<typeof usePatient> }) {
  const { error, isFetching } = patient;
  const retry = () => void patient.refetch();
  if (error && !isFetching)
    return (
      <ErrorState
        title="Failed to load patient"
        why={isApiError(error) ? error.shown("The record could not be read.") : undefined}
        onRetry={retry}
      />
    );
  return (
    <Waiting skeleton={<SkeletonRows rows={4} initials={false} />} onRetry={retry} label="Loading patient" />
  );
}
