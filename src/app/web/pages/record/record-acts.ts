import type { RecordHead } from "#features/record-head/contract.ts";
import { isOpenVisit } from "#shared/clinical/visit-states.ts";

/** What is done with a record, one thing after the other in the course of a visit. */
export type ActName =
  | "vitals"
  | "call"
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

/**
 * The one act that a visit asks for, by its state: vital signs and the call before the doctor, the consultation, then what
 * its plan still owes, at last the payment or Done. Of those that the user may not do the next one counts. Without an open
 * visit it is a new consultation, unless today's is written and still pending.
 */
export function nextAct(
  { visit, isWritten, owed, hasVitalsStep, hasPaymentStep }: RecordHead,
  isPending: boolean,
  may: (act: ActName) => boolean,
): ActName | null {
  const afterwards = owed.map((kind): ActName => owedActs[kind]);
  const first = (...acts: ActName[]) => acts.find(may) ?? null;
  if (!visit || !isOpenVisit(visit.state))
    return isWritten && isPending ? first(...afterwards, "done") : first("consultation");
  if (visit.purpose === "results") return first("done");
  if (visit.state === "for_payment") return first("payment", "done");
  if (isWritten) return first(...afterwards, hasPaymentStep ? "for-payment" : "done");
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
export function actsOfVisit({ visit, hasPaymentStep }: RecordHead, isPending: boolean): ActName[] {
  if (!visit || !isOpenVisit(visit.state)) return isPending ? ["done"] : [];
  if (visit.state === "for_payment") return ["payment", "done"];
  return [
    ...(visit.state === "with_doctor" || visit.purpose === "results" ? [] : (["call"] as const)),
    ...(hasPaymentStep && visit.state !== "booked" && visit.purpose !== "results"
      ? (["for-payment"] as const)
      : []),
    ...(visit.state === "booked" ? [] : (["done"] as const)),
  ];
}
