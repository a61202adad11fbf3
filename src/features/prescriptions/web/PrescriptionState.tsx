import type { Prescription } from "#features/prescriptions/contract.ts";
import { State } from "#web/ui/State.tsx";

/** Whether it may be printed yet. */
export function PrescriptionState({ prescription: { status } }: { prescription: Prescription }) {
  return status === "final" ? <State tone="ok">Released</State> : <State tone="warn">Prepared</State>;
}
