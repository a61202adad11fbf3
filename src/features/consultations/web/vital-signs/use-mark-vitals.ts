import type { VitalSignReading } from "#features/consultations/contract.ts";
import { markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { answersFor } from "#shared/who-answers.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";

/** Marks vital signs as entered in error, with Undo, or uses them again. */
export function useMarkVitals(patientId: number) {
  const sentFor = (id: number) => ({ params: { id: String(patientId), readingId: String(id) } });
  const again = useEndpointMutation(markVitalSigns, {
    done: "Vital signs are used again",
    failed: { title: "Error", fallback: "Failed to use the vital signs again" },
    invalidatesOnError: true,
  });
  const takeBack = (id: number) => again.mutate({ ...sentFor(id), body: { state: "final" } });
  const mark = useEndpointMutation(markVitalSigns, {
    done: "Vital signs marked as entered in error",
    failed: null,
    invalidatesOnError: true,
    undo: ({ id }) => takeBack(id),
  });
  const can = useCan();
  const user = useCurrentUser().data;
  return {
    mayMark: ({ recordedById }: VitalSignReading): boolean =>
      can(markVitalSigns) &&
      !!user &&
      answersFor({ userId: user.id, role: user.role }, { authorId: recordedById, doctorId: null }),
    markInError: ({ id }: VitalSignReading, reason: string) =>
      mark.mutateAsync({ ...sentFor(id), body: { state: "entered_in_error", reason } }),
    takeBack: ({ id }: VitalSignReading) => takeBack(id),
  };
}
