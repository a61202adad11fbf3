import type { ClinicPaper } from "#features/papers/contract.ts";
import { State } from "#web/ui/State.tsx";

/** Whether it may leave the clinic. */
export function PaperState({ state }: Pick<ClinicPaper, "state">) {
  if (state === "prepared") return <State tone="warn">Awaiting release</State>;
  return state === "final" ? <State tone="ok">Released</State> : <State tone="bad">Withdrawn</State>;
}
