import { hasCome, isOpenVisit, type VisitState } from "#shared/clinical/visit-states.ts";
import { formatLongDay } from "#shared/formats/dates.ts";
import type { Visit } from "./contract.ts";

/** When its state started; for a waiting visit, the arrival. */
export function sinceOf(
  visit: Pick<Visit, "state" | "arrivedAt" | "withDoctorAt" | "forPaymentAt" | "closedAt">,
): string | null {
  if (!isOpenVisit(visit.state)) return visit.closedAt;
  if (visit.state === "with_doctor") return visit.withDoctorAt;
  return visit.state === "for_payment" ? visit.forPaymentAt : visit.arrivedAt;
}

/** The clinic's steps between arriving and Done. */
export type QueueSteps = { hasVitals: boolean; hasPayment: boolean };

/** Who only comes for results skips vital signs and payment. */
export const stepsOf = ({ purpose }: Pick<Visit, "purpose">, steps: QueueSteps): QueueSteps =>
  purpose === "results" ? { hasVitals: false, hasPayment: false } : steps;

/** Whether vital signs are still to be taken before the doctor. */
export const lacksVitals = (visit: Pick<Visit, "purpose" | "vitalsTakenAt">, steps: QueueSteps): boolean =>
  stepsOf(visit, steps).hasVitals && visit.vitalsTakenAt === null;

export const mayPrintNumber = <V extends Pick<Visit, "number" | "arrivedAt">>(
  visit: V,
): visit is V & { number: number; arrivedAt: string } => visit.number !== null && visit.arrivedAt !== null;

type Movable = Pick<Visit, "state" | "day" | "number" | "appointmentAt">;

/**
 * Why a visit cannot move to that state, in words; null if it can. A visit can only start on its own day, and only an
 * appointment can be set back to booked.
 */
export function moveRefusal(visit: Movable, to: VisitState, today: string): string | null {
  if (to === "booked" && visit.appointmentAt === null)
    return "This patient came without an appointment. Choose Went home or Cancelled, or book an appointment.";
  const what = visit.appointmentAt === null ? "visit" : "appointment";
  if (visit.day > today && hasCome(to) && !hasCome(visit.state))
    return `This ${what} is on ${formatLongDay(visit.day)}. Move it to today first, or add the patient to today's queue.`;
  // A patient who came that day and was closed by mistake may be reopened.
  if (visit.day < today && isOpenVisit(to) && hasCome(to) && visit.number === null)
    return `This ${what} was on ${formatLongDay(visit.day)}. Add the patient to today's queue instead.`;
  return null;
}

const usualMoves: Record<VisitState, readonly VisitState[]> = {
  booked: ["arrived", "no_show", "cancelled"],
  arrived: ["vitals_taken", "with_doctor", "for_payment", "done", "left", "cancelled"],
  vitals_taken: ["arrived", "with_doctor", "for_payment", "done", "left"],
  with_doctor: ["arrived", "vitals_taken", "for_payment", "done", "left"],
  for_payment: ["arrived", "with_doctor", "done", "left"],
  done: ["with_doctor", "for_payment"],
  left: ["arrived"],
  no_show: ["arrived"],
  cancelled: ["arrived"],
};

/** The states to which a visit can be moved by hand, in their order, without steps that the clinic has turned off. */
export function movesOf(
  visit: Movable & Pick<Visit, "purpose">,
  steps: QueueSteps,
  today: string,
): VisitState[] {
  const { hasVitals, hasPayment } = stepsOf(visit, steps);
  return usualMoves[visit.state].filter(
    (to) =>
      (hasVitals || to !== "vitals_taken") &&
      (hasPayment || to !== "for_payment") &&
      moveRefusal(visit, to, today) === null,
  );
}
