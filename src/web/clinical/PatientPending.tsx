import { isApiError } from "#web/data/api-error.ts";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import type { usePatient } from "./use-patient.ts";

/** The content of a dialog while its patient loads, or its error. */
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
