import { completeConsultation } from "#features/consultations/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import type { RecordHead } from "#features/record-head/contract.ts";
import { moveVisit } from "#features/visits/contract.ts";
import { useQueue } from "#features/visits/web/use-queue.ts";
import { useCompleteConsultation } from "#web/clinical/use-complete-consultation.ts";
import { useCan } from "#web/data/session.tsx";

/** Whether the user may close the patient's visit, and how it is closed. */
export function useClosing(patient: Patient | undefined, head: RecordHead | undefined) {
  const can = useCan();
  const queue = useQueue({ onCalled: () => undefined });
  const complete = useCompleteConsultation();
  const visit = head?.visit ?? null;
  const isPending = patient?.consultationStatus === "pending";
  const move = (state: "with_doctor" | "for_payment" | "done") => visit && void queue.move(visit, state);
  return {
    isPending,
    isMoving: visit !== null && queue.isMoving(visit),
    may: { "for-payment": can(moveVisit), done: can(isPending ? completeConsultation : moveVisit) },
    call: () => move("with_doctor"),
    callAgain: () => visit && void queue.callAgain(visit),
    "for-payment": () => move("for_payment"),
    done: () => (isPending && patient ? complete(patient) : move("done")),
  };
}
