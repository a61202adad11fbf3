import { addConsultation } from "#features/consultations/contract.ts";
import { markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { type AttemptRef, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";

export const useSaveConsultation = (act: AttemptRef) =>
  useEndpointMutation(addConsultation, {
    done: "Consultation record saved successfully",
    failed: { title: "Error", fallback: "Failed to save consultation" },
    act,
  });

/** Marks the set as entered in error, as its author may. */
export function useUndoVitals(patientId: number): ((saved: { id: number }) => void) | undefined {
  const mayMark = useCan()(markVitalSigns);
  const back = useEndpointMutation(markVitalSigns, {
    done: "Vital signs marked as entered in error",
    failed: { title: "Error", fallback: "Failed to mark the vital signs" },
    invalidatesOnError: true,
  });
  if (!mayMark) return undefined;
  return (saved) =>
    back.mutate({
      params: { id: String(patientId), readingId: String(saved.id) },
      body: { state: "entered_in_error", reason: "Undone right after it was recorded" },
    });
}
