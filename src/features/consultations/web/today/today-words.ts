import type { TodayItem } from "#features/consultations/contract.ts";
import type { OpenVisitState } from "#shared/clinical/visit-states.ts";
import { waitingLabel } from "#shared/formats/dates.ts";

const minute = 60_000;

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

/** When the doctor saw the patient or the visit was marked Done, unless that was before the time of an appointment. */
export const consultedSince = ({ consultedAt, visitAt }: TodayItem): string | null =>
  consultedAt !== null && Date.parse(consultedAt) >= Date.parse(visitAt) ? consultedAt : null;

/**
 * The day in figures that add up to `total`, each patient once: "3 waiting", "2 with doctor", "4 not in the queue" by
 * the states of the board, or "4 to be seen" if the queue is empty, because Consults counts only patients in it as
 * waiting. `seenToday` is the server's, without those who are to be seen; null while it loads.
 */
export function dayFigures(items: readonly TodayItem[], seenToday: number | null, now: Date) {
  const inQueue = items.filter(isQueued);
  const others = items.filter((item) => !isQueued(item));
  const due = others.filter((item) => isDue(item, now));
  const isSeen = ({ consultedAt }: TodayItem) => consultedAt !== null;
  // Seen before the time of an appointment that is due by now, a patient is to be seen.
  const seenOfList = others.filter(isSeen).length - due.filter(isSeen).length;
  // Who is Done is off the list.
  const seen = Math.max(seenToday ?? 0, seenOfList);
  const later = others.length - due.length - seenOfList;
  const withState = (state: OpenVisitState) => inQueue.filter(({ queue }) => queue?.state === state).length;
  const waiting = inQueue.filter(({ queue }) => !served[queue?.state ?? ""]).length;
  const counts: [number, string][] = [
    [withState("with_doctor"), "with doctor"],
    [withState("for_payment"), "for payment"],
    [inQueue.length > 0 ? due.length : 0, "not in the queue"],
    [later, "booked for later"],
  ];
  return {
    total: items.length - seenOfList + seen,
    words: [
      inQueue.length > 0 ? `${waiting} waiting` : `${due.length} to be seen`,
      ...counts.flatMap(([count, word]) => (count > 0 ? `${count} ${word}` : [])),
    ],
    seen,
  };
}

/** The number of rows above the current-time line. */
export function rowsBeforeNow(items: readonly TodayItem[], now: Date): number {
  const next = items.findIndex(({ visitAt }) => Date.parse(visitAt) > now.getTime());
  return next === -1 ? items.length : next;
}
