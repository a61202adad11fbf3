import type { VisitState } from "#shared/clinical/visit-states.ts";

/** Cancelled, or nobody came: its time is free again, and it can be booked again. */
export const mayBookAgain = ({ state }: { state: VisitState }): boolean =>
  state === "cancelled" || state === "no_show";
