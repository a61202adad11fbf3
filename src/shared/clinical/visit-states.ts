/** The states of a visit in their usual order, then the ways it ends without the patient being seen. */
export const visitStates = [
  "booked",
  "arrived",
  "vitals_taken",
  "with_doctor",
  "for_payment",
  "done",
  "no_show",
  "cancelled",
  "left",
] as const;
export type VisitState = (typeof visitStates)[number];

export const visitStateLabels: Record<VisitState, string> = {
  booked: "Booked",
  arrived: "Arrived",
  vitals_taken: "Vitals taken",
  with_doctor: "With doctor",
  for_payment: "For payment",
  done: "Done",
  no_show: "No-show",
  cancelled: "Cancelled",
  left: "Went home",
};

/** Ends without the patient being seen; an appointment's time is free for others then. */
export const unseenEnds = ["cancelled", "no_show", "left"] as const satisfies readonly VisitState[];

export const isTakenOff = ({ state }: { state: VisitState }): boolean =>
  unseenEnds.some((end) => end === state);

/** `results`: only picks up or shows results. No vital signs, no bill, and not counted as seen. */
export const visitPurposes = ["consultation", "results"] as const;
export type VisitPurpose = (typeof visitPurposes)[number];

/** Who is served first: by law (RA 9994, RA 10754) or by custom. */
export const visitPriorities = ["senior", "pwd", "pregnant"] as const;
export type VisitPriority = (typeof visitPriorities)[number];

export const visitPriorityLabels: Record<VisitPriority, string> = {
  senior: "Senior",
  pwd: "PWD",
  pregnant: "Pregnant",
};

/** Full years from which a patient is a senior citizen (RA 9994). */
export const SENIOR_FROM = 60;

const NEW_FOR_MINUTES = 120;

/** Opened less than two hours ago: flagged NEW in the day's lists. */
export const isNewVisit = (openedAt: string | null, now: Date): boolean =>
  openedAt !== null && now.getTime() - Date.parse(openedAt) < NEW_FOR_MINUTES * 60_000;

export const openVisitStates = [
  "booked",
  "arrived",
  "vitals_taken",
  "with_doctor",
  "for_payment",
] as const satisfies readonly VisitState[];
export type OpenVisitState = (typeof openVisitStates)[number];

export const isOpenVisit = (state: VisitState): boolean => openVisitStates.some((open) => open === state);

export const notComeStates = ["booked", "no_show", "cancelled"] as const satisfies readonly VisitState[];

/** The patient came, whatever happened then. */
export const hasCome = (state: VisitState): boolean => !notComeStates.some((one) => one === state);

/** The patient is here and not yet called. */
export const waitingStates = ["arrived", "vitals_taken"] as const satisfies readonly VisitState[];

export const isWaitingState = (state: VisitState): boolean =>
  waitingStates.some((waiting) => waiting === state);

/** Done without a bill, and nobody has said why. */
export const lacksBill = ({
  isUnbilled,
  noBillReason,
}: {
  isUnbilled: boolean;
  noBillReason: string | null;
}): boolean => isUnbilled && noBillReason === null;
