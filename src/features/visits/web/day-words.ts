import type { TodayItem } from "#features/consultations/contract.ts";
import type { Visit } from "#features/visits/contract.ts";
import { type QueueGroup, queueGroupOf } from "#features/visits/queue-groups.ts";
import { sinceOf } from "#features/visits/rules.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { isWaitingState, lacksBill, visitStateLabels } from "#shared/clinical/visit-states.ts";
import { formatClock, waitingLabel } from "#shared/formats/dates.ts";
import { centavos, formatMoney, fromCentavos } from "#shared/formats/money.ts";
import { isDue, isQueued, minute, minutesSince } from "./day-figures.ts";

/** Minutes from which a wait is highlighted. */
const LONG_WAIT = 60;

export type QueueGroups = Record<QueueGroup, Visit[]>;

/** A day's visits, in the server's order. */
export function groupsOf(visits: readonly Visit[]): QueueGroups {
  const groups: QueueGroups = {
    withDoctor: [],
    waiting: [],
    visitors: [],
    forPayment: [],
    booked: [],
    done: [],
    notSeen: [],
  };
  for (const visit of visits) groups[queueGroupOf(visit)].push(visit);
  return groups;
}

/** Came for results, and is still here. */
export const isVisitor = (visit: Visit): boolean => queueGroupOf(visit) === "visitors";

const minutesIn = (at: string | null, now: Date) => (at === null ? 0 : Math.max(0, minutesSince(at, now)));

/** "1h 12m" in the visit's state, or waiting since the arrival. */
export const timeInState = (visit: Visit, now: Date): string => waitingLabel(minutesIn(sinceOf(visit), now));

export const waitsLong = (visit: Visit, now: Date): boolean =>
  isWaitingState(visit.state) && minutesIn(visit.arrivedAt, now) >= LONG_WAIT;

/** "vitals 10:12 AM", "arrived 10:04 AM", "since 10:33 AM", "left 11:15 AM". */
export function stateInWords(visit: Visit): string {
  const since = sinceOf(visit);
  const clock = since === null ? "" : ` ${formatClock(since)}`;
  if (visit.state === "vitals_taken")
    return visit.vitalsTakenAt ? `vitals ${formatClock(visit.vitalsTakenAt)}` : "vitals taken";
  if (visit.state === "with_doctor" || visit.state === "for_payment") return `since${clock}`;
  return `${visitStateLabels[visit.state].toLowerCase()}${clock}`;
}

/** "longest 1h 12m", or null when nobody waits. */
export function longestWait(waiting: readonly Visit[], now: Date): string | null {
  if (waiting.length === 0) return null;
  return waitingLabel(Math.max(...waiting.map(({ arrivedAt }) => minutesIn(arrivedAt, now))));
}

/** "3 waiting", "nobody waiting" */
export const waitingInWords = (count: number): string => `${count === 0 ? "nobody" : count} waiting`;

/** After how many minutes another patient would be called, in steps of five; null while nobody was seen today. */
export function waitInMinutes({ waiting, withDoctor, done }: QueueGroups): number | null {
  const each = averageWithDoctor(done);
  if (each === null) return null;
  const before = waiting.length + (withDoctor.length > 0 ? 0.5 : 0);
  return Math.ceil((before * each) / 5) * 5;
}

/** "1 unpaid, 1 without a bill"; empty where everything is paid or explained. */
export function owedInWords(done: readonly Visit[]): string {
  const unpaid = done.filter(owesAfterVisit).length;
  const unbilled = done.filter(lacksBill).length;
  return [unpaid > 0 && `${unpaid} unpaid`, unbilled > 0 && `${unbilled} without a bill`]
    .filter(Boolean)
    .join(", ");
}

export const owesAfterVisit = ({ billed }: Visit): boolean =>
  billed !== null && billed.patientBalance !== "0.00";

/** "₱1,100.00 due", of all who are to pay; null when nothing is billed yet. */
export function dueInWords(forPayment: readonly Visit[]): string | null {
  const due = forPayment.reduce((sum, { billed }) => sum + centavos(billed?.patientBalance ?? "0"), 0n);
  return due === 0n ? null : `${formatMoney(fromCentavos(due))} due`;
}

/** Average minutes with the doctor of the visits that are done; null when there are none. */
export function averageWithDoctor(done: readonly Visit[]): number | null {
  const took = done.flatMap(({ withDoctorAt, forPaymentAt, closedAt }) => {
    const end = forPaymentAt ?? closedAt;
    return withDoctorAt && end ? [Date.parse(end) - Date.parse(withDoctorAt)] : [];
  });
  if (took.length === 0) return null;
  return Math.max(1, Math.round(took.reduce((sum, each) => sum + each, 0) / took.length / minute));
}

/** "Number 12 · Peñaranda, Rosario Abellana" */
export const visitName = (visit: Visit): string =>
  visit.number === null ? visit.patientName : `Number ${queueNumber(visit)} · ${visit.patientName}`;

/** Whether the clinic uses its queue today. If so, only patients in it are shown as waiting. */
export const usesQueue = (items: readonly TodayItem[]): boolean => items.some(isQueued);

/**
 * For patients in the queue, its state: "Waiting 1h 12m", "With doctor 20m". For others, from the time of their visit
 * until the doctor has seen them: "Waiting 1h 12m", or "Not in the queue, 1h 12m" if the clinic uses its queue.
 */
export function waitInWords(item: TodayItem, now: Date, hasQueue: boolean): string | null {
  const { queue, visitAt } = item;
  if (queue && isQueued(item)) {
    const word = isWaitingState(queue.state) ? null : visitStateLabels[queue.state];
    const minutes = minutesSince(queue.since ?? visitAt, now);
    return minutes >= 1 ? `${word ?? "Waiting"} ${waitingLabel(minutes)}` : (word ?? "Just arrived");
  }
  if (!isDue(item, now)) return null;
  const minutes = minutesSince(visitAt, now);
  if (hasQueue) return minutes < 1 ? "Not in the queue" : `Not in the queue, ${waitingLabel(minutes)}`;
  return minutes < 1 ? "Just arrived" : `Waiting ${waitingLabel(minutes)}`;
}

/** The number of rows above the current-time line. */
export function rowsBeforeNow(items: readonly TodayItem[], now: Date): number {
  const next = items.findIndex(({ visitAt }) => Date.parse(visitAt) > now.getTime());
  return next === -1 ? items.length : next;
}
