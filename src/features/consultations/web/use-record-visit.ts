import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { type AttemptRef, useEndpointMutation } from "#web/data/calls.ts";

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

export const useRecordVitals = (act: AttemptRef) =>
  useEndpointMutation(recordVitals, {
    done: "Vital signs recorded successfully",
    failed: { title: "Error", fallback: "Failed to record vital signs" },
    act,
  });
