import type { TodayItem } from "#features/consultations/contract.ts";
import { isWaitingState, type VisitState, visitStateLabels } from "#shared/clinical/visit-states.ts";
import { waitingLabel } from "#shared/formats/dates.ts";

const minute = 60_000;
/** A visit opened less than this ago is flagged NEW. */
const newForMinutes = 120;

export const isNew = ({ consultationCreatedAt }: TodayItem, now: Date): boolean =>
  consultationCreatedAt !== null &&
  now.getTime() - Date.parse(consultationCreatedAt) < newForMinutes * minute;

const minutesSince = (at: string, now: Date) => (now.getTime() - Date.parse(at)) / minute;

/** Has arrived, and is in the queue of today. */
const isQueued = ({ queue }: TodayItem): boolean => queue !== null && queue.state !== "booked";

/** Whether the clinic works with the queue today: then only who is in it is said to wait. */
export const usesQueue = (items: readonly TodayItem[]): boolean => items.some(isQueued);

/**
 * In the queue, the words of the queue: "Waiting 1h 12m", "With doctor 20m". Outside of it, once the visit's time has
 * passed and until the doctor has seen them: "Waiting 1h 12m", or "Not in the queue, 1h 12m" where others are in it.
 */
export function stateInWords(item: TodayItem, now: Date, hasQueue: boolean): string | null {
  const { queue, visitAt } = item;
  if (queue && isQueued(item)) {
    const word = isWaitingState(queue.state) ? "Waiting" : visitStateLabels[queue.state];
    const minutes = minutesSince(queue.since ?? visitAt, now);
    if (minutes >= 1) return `${word} ${waitingLabel(minutes)}`;
    return isWaitingState(queue.state) ? "Just arrived" : word;
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
 * How many of the rows say so: "3 waiting", "2 with doctor", "4 not in the queue", by the states of the queue. Nobody in it: "4 to be seen", for Consults counts those who wait in the queue.
 */
export function dayInWords(items: readonly TodayItem[], now: Date): string[] {
  const others = items.filter((item) => !isQueued(item) && isDue(item, now)).length;
  if (!usesQueue(items)) return [`${others} to be seen`];
  const count = (is: (state: VisitState) => boolean) =>
    items.filter(({ queue }) => queue !== null && is(queue.state)).length;
  return [
    [count(isWaitingState), "waiting"] as const,
    [count((state) => state === "with_doctor"), "with doctor"] as const,
    [others, "not in the queue"] as const,
  ].flatMap(([many, words]) => (many > 0 || words === "waiting" ? `${many} ${words}` : []));
}

/** The number of rows above the current-time line. */
export function rowsBeforeNow(items: readonly TodayItem[], now: Date): number {
  const next = items.findIndex(({ visitAt }) => Date.parse(visitAt) > now.getTime());
  return next === -1 ? items.length : next;
}
