import type { RecordHead } from "#features/record-head/contract.ts";
import { statesBeforePayment } from "#features/visits/visit-of-day.ts";
import { isOpenVisit } from "#shared/clinical/visit-states.ts";

/** What is done with a record, one thing after the other in the course of a visit. */
export type ActName =
  | "vitals"
  | "call"
  | "call-again"
  | "consultation"
  | "prescription"
  | "laboratory-request"
  | "imaging-request"
  | "for-payment"
  | "payment"
  | "done";

const owedActs = {
  prescription: "prescription",
  laboratory_request: "laboratory-request",
  imaging_request: "imaging-request",
} as const satisfies Record<RecordHead["owed"][number], ActName>;

/** What closes a consultation: For Payment where the clinic has that step and the patient is in the queue, else Done. */
export const closingAct = ({ visit, hasPaymentStep }: RecordHead): "for-payment" | "done" =>
  hasPaymentStep &&
  visit?.purpose === "consultation" &&
  statesBeforePayment.some((state) => state === visit.state)
    ? "for-payment"
    : "done";

/**
 * The one act that a visit asks for, by its state: vital signs and the call before the doctor, the consultation, then what
 * its plan still owes, at last the payment or Done. Of those that the user may not do the next one counts. Without an open
 * visit it is a new consultation, unless today's is written and still pending.
 */
export function nextAct(
  head: RecordHead,
  isPending: boolean,
  may: (act: ActName) => boolean,
): ActName | null {
  const { visit, isWritten, owed, hasVitalsStep } = head;
  const afterwards = owed.map((kind): ActName => owedActs[kind]);
  const first = (...acts: ActName[]) => acts.find(may) ?? null;
  if (!visit || !isOpenVisit(visit.state))
    return isWritten && isPending ? first(...afterwards, "done") : first("consultation");
  if (visit.purpose === "results") return first("done");
  if (visit.state === "for_payment") return first("payment", "done");
  if (isWritten) return first(...afterwards, closingAct(head));
  switch (visit.state) {
    case "booked":
    case "arrived":
      return hasVitalsStep && visit.vitalsTakenAt === null
        ? first("vitals", "call")
        : first("call", "vitals");
    case "vitals_taken":
      return first("call", "vitals");
    default:
      return first("consultation");
  }
}

/** Where the visit may go from its state, besides the next act. */
export function actsOfVisit(head: RecordHead, isPending: boolean): ActName[] {
  const { visit } = head;
  if (!visit || !isOpenVisit(visit.state)) return isPending ? ["done"] : [];
  if (visit.state === "for_payment") return ["payment", "done"];
  if (visit.state === "booked") return ["call"];
  const closing = closingAct(head);
  return [
    ...(visit.state === "with_doctor"
      ? (["call-again"] as const)
      : visit.purpose === "results"
        ? []
        : (["call"] as const)),
    ...(closing === "done" ? [] : [closing]),
    "done",
  ];
}
