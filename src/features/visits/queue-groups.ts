import { isWaitingState, type VisitPurpose, type VisitState } from "#shared/clinical/visit-states.ts";

/**
 * Where the lists and figures of a day count a visit. `visitors` came for results only and wait for nobody to call them.
 * The closed ones are `done`, or `notSeen`: who left, did not come or cancelled.
 */
export type QueueGroup = "withDoctor" | "waiting" | "visitors" | "forPayment" | "booked" | "done" | "notSeen";

/** Apart from the other rules: the menu's count, which every page loads, needs only this one. */
export function queueGroupOf({ state, purpose }: { state: VisitState; purpose: VisitPurpose }): QueueGroup {
  if (isWaitingState(state)) return purpose === "results" ? "visitors" : "waiting";
  if (state === "with_doctor") return "withDoctor";
  if (state === "for_payment") return "forPayment";
  if (state === "booked" || state === "done") return state;
  return "notSeen";
}
