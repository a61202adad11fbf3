import type { Prescription } from "#features/prescriptions/contract.ts";
import { State } from "#web/ui/State.tsx";

/** Whether it may be printed. */
export function PrescriptionState({ prescription: { status } }: { prescription: Prescription }) {
  if (status === "withdrawn") return <State tone="bad">Withdrawn</State>;
  return status === "final" ? <State tone="ok">Released</State> : <State tone="warn">Prepared</State>;
}
