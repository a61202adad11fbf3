import type { TodayItem } from "#features/consultations/contract.ts";
import { waitingLabel } from "#shared/formats/dates.ts";

const minute = 60_000;
/** A visit opened less than this ago is flagged NEW. */
const newForMinutes = 120;

export const isNew = ({ consultationCreatedAt }: TodayItem, now: Date): boolean =>
  consultationCreatedAt !== null &&
  now.getTime() - Date.parse(consultationCreatedAt) < newForMinutes * minute;

const minutesSince = (at: string, now: Date) => (now.getTime() - Date.parse(at)) / minute;

/** The states after the wait, in the queue's words. */
const served: Partial<Record<string, string>> = { with_doctor: "With doctor", for_payment: "For payment" };

/** Whether the patient has arrived and is in today's queue. */
const isQueued = ({ queue }: TodayItem): boolean => queue !== null && queue.state !== "booked";

/** Whether the clinic uses its queue today. If so, only patients in it are shown as waiting. */
export const usesQueue = (items: readonly TodayItem[]): boolean => items.some(isQueued);

/**
 * For patients in the queue, its state: "Waiting 1h 12m", "With doctor 20m". For others, from the time of their visit
 * until the doctor has seen them: "Waiting 1h 12m", or "Not in the queue, 1h 12m" if the clinic uses its queue.
 */
export function stateInWords(item: TodayItem, now: Date, hasQueue: boolean): string | null {
  const { queue, visitAt } = item;
  if (queue && isQueued(item)) {
    const word = served[queue.state];
    const minutes = minutesSince(queue.since ?? visitAt, now);
    return minutes >= 1 ? `${word ?? "Waiting"} ${waitingLabel(minutes)}` : (word ?? "Just arrived");
  }
  if (!isDue(item, now)) return null;
  const minutes = minutesSince(visitAt, now);
  if (hasQueue) return minutes < 1 ? "Not in the queue" : `Not in the queue, ${waitingLabel(minutes)}`;
  return minutes < 1 ? "Just arrived" : `Waiting ${waitingLabel(minutes)}`;
}

/** The time of the visit has passed, and the doctor has not seen the patient since. */
const isDue = (item: TodayItem, now: Date): boolean =>
  consultedSince(item) === null && minutesSince(item.visitAt, now) >= 0;

/** When the doctor saw the patient, unless that was before the time of an appointment. */
export const consultedSince = ({ consultedAt, visitAt }: TodayItem): string | null =>
  consultedAt !== null && Date.parse(consultedAt) >= Date.parse(visitAt) ? consultedAt : null;

/**
 * The number of rows in each state: "3 waiting", "2 with doctor", "4 not in the queue". If the queue is empty,
 * "4 to be seen", because Consults counts only patients in the queue as waiting.
 */
export function dayInWords(items: readonly TodayItem[], now: Date): string[] {
  const others = items.filter((item) => !isQueued(item) && isDue(item, now)).length;
  if (!usesQueue(items)) return [`${others} to be seen`];
  const inQueue = items.filter(isQueued);
  const waiting = inQueue.filter(({ queue }) => !served[queue?.state ?? ""]).length;
  const withDoctor = inQueue.filter(({ queue }) => queue?.state === "with_doctor").length;
  return [
    `${waiting} waiting`,
    ...(withDoctor ? [`${withDoctor} with doctor`] : []),
    ...(others ? [`${others} not in the queue`] : []),
  ];
}

/** The number of rows above the current-time line. */
export function rowsBeforeNow(items: readonly TodayItem[], now: Date): number {
  const next = items.findIndex(({ visitAt }) => Date.parse(visitAt) > now.getTime());
  return next === -1 ? items.length : next;
}
