import type { OpenVisitState, VisitState } from "#shared/clinical/visit-states.ts";
import type { Visit } from "./contract.ts";

// Apart from the other rules, for a patient's record needs only these.

/** Those of today and the latest before, but none of the appointments after it. */
export const visitsUntil = (today: string) => ({ until: today, limit: "20" });

/** Of a patient's visits, newest first, the first of a day that is in one of these states, which are in order. */
export const visitIn = <V extends Pick<Visit, "state" | "day">>(
  visits: readonly V[],
  day: string,
  states: readonly VisitState[],
): V | null =>
  states.flatMap((state) => visits.filter((visit) => visit.day === day && visit.state === state))[0] ?? null;

/** In which a patient is here for the doctor. */
export const statesBeforePayment = ["with_doctor", "vitals_taken", "arrived"] as const satisfies VisitState[];

/** In which a visit is open: what is going on with the patient before what is booked for later in the day. */
export const statesWhileOpen = [
  ...statesBeforePayment,
  "for_payment",
  "booked",
] as const satisfies OpenVisitState[];
