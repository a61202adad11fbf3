import type { TodayItem } from "#features/consultations/contract.ts";
import { type QueueGroup, queueGroupOf } from "#features/visits/queue-groups.ts";

export const minute = 60_000;
export const minutesSince = (at: string, now: Date) => (now.getTime() - Date.parse(at)) / minute;

/** Of a patient of the day's list; null for who has no visit, or one that is only booked. */
function groupInQueue({ queue }: TodayItem): QueueGroup | null {
  const group = queue && queueGroupOf(queue);
  return group === "booked" ? null : group;
}

export const isQueued = (item: TodayItem): boolean => groupInQueue(item) !== null;

/** The time of the visit has passed, and the doctor has not seen the patient since. */
export const isDue = (item: TodayItem, now: Date): boolean =>
  consultedSince(item) === null && minutesSince(item.visitAt, now) >= 0;

/** When the doctor saw the patient or the visit was marked Done, unless that was before the time of an appointment. */
export const consultedSince = ({ consultedAt, visitAt }: TodayItem): string | null =>
  consultedAt !== null && Date.parse(consultedAt) >= Date.parse(visitAt) ? consultedAt : null;

/**
 * The day in figures that add up to `total`, each patient once: "3 waiting", "2 with doctor", "4 not in the queue" by
 * the groups of the queue, or "4 to be seen" if the queue is empty, because Consults counts only patients in it as
 * waiting. `seenToday` is the server's, without those who are to be seen; null while it loads.
 */
export function dayFigures(items: readonly TodayItem[], seenToday: number | null, now: Date) {
  const queued = Map.groupBy(items, groupInQueue);
  const others = queued.get(null) ?? [];
  const due = others.filter((item) => isDue(item, now));
  const isSeen = ({ consultedAt }: TodayItem) => consultedAt !== null;
  // Seen before the time of an appointment that is due by now, a patient is to be seen.
  const seenOfList = others.filter(isSeen).length - due.filter(isSeen).length;
  // Who is Done is off the list.
  const seen = Math.max(seenToday ?? 0, seenOfList);
  const later = others.length - due.length - seenOfList;
  const count = (group: QueueGroup) => queued.get(group)?.length ?? 0;
  const hasQueue = others.length < items.length;
  const waiting = hasQueue ? count("waiting") : due.length;
  const counts: [number, string][] = [
    [count("withDoctor"), "with doctor"],
    [count("forPayment"), "for payment"],
    [count("visitors"), "for results"],
    [hasQueue ? due.length : 0, "not in the queue"],
    [later, "booked for later"],
  ];
  return {
    total: items.length - seenOfList + seen,
    waiting,
    words: [
      `${waiting} ${hasQueue ? "waiting" : "to be seen"}`,
      ...counts.flatMap(([number, word]) => (number > 0 ? `${number} ${word}` : [])),
    ],
    seen,
  };
}
