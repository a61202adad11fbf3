import { addConsultation, markVitalSigns, recordVitals } from "#features/consultations/contract.ts";
import { type AttemptRef, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";

export const useSaveConsultation = (act: AttemptRef) =>
  useEndpointMutation(addConsultation, {
    done: "Consultation record saved successfully",
    failed: { title: "Error", fallback: "Failed to save consultation" },
    act,
  });

/** The History Checklist's: the error catalog calls it quick consultation. */
export const useAddChecklist = (act: AttemptRef) =>
  useEndpointMutation(addConsultation, {
    done: "Consultation record added successfully",
    failed: { title: "Error", fallback: "Failed to add consultation" },
    act,
  });

/** Undo marks the set as entered in error, as its author may. */
export function useRecordVitals({ id, name }: { id: number; name: string | undefined }, act: AttemptRef) {
  const mayMark = useCan()(markVitalSigns);
  const back = useEndpointMutation(markVitalSigns, {
    done: "Vital signs marked as entered in error",
    failed: { title: "Error", fallback: "Failed to mark the vital signs" },
    invalidatesOnError: true,
  });
  return useEndpointMutation(recordVitals, {
    done: { title: "Vital signs recorded successfully", ...(name && { description: name }) },
    failed: { title: "Error", fallback: "Failed to record vital signs" },
    act,
    ...(mayMark && {
      undo: (saved: { id: number }) =>
        back.mutate({
          params: { id: String(id), readingId: String(saved.id) },
          body: { state: "entered_in_error", reason: "Undone right after it was recorded" },
        }),
    }),
  });
}
