import type { TodayItem } from "#features/consultations/contract.ts";
import { waitingLabel } from "#shared/formats/dates.ts";

const minute = 60_000;
/** A visit opened less than this ago is flagged NEW. */
const newForMinutes = 120;

export const isNew = ({ consultationCreatedAt }: TodayItem, now: Date): boolean =>
  consultationCreatedAt !== null &&
  now.getTime() - Date.parse(consultationCreatedAt) < newForMinutes * minute;

/** "Just arrived", "Waiting 1h 12m" once the visit's time has passed and until the doctor has seen them, else null. */
export function waitingSince(item: TodayItem, now: Date): string | null {
  if (consultedSince(item)) return null;
  const { visitAt } = item;
  const minutes = (now.getTime() - Date.parse(visitAt)) / minute;
  if (minutes < 0) return null;
  return minutes < 1 ? "Just arrived" : `Waiting ${waitingLabel(minutes)}`;
}

/** When the doctor saw the patient, unless that was before the time of an appointment. */
export const consultedSince = ({ consultedAt, visitAt }: TodayItem): string | null =>
  consultedAt !== null && Date.parse(consultedAt) >= Date.parse(visitAt) ? consultedAt : null;

/** How many rows show a waiting time. */
export const waitingCount = (items: readonly TodayItem[], now: Date): number =>
  items.filter((item) => waitingSince(item, now) !== null).length;

/** The number of rows above the current-time line. */
export function rowsBeforeNow(items: readonly TodayItem[], now: Date): number {
  const next = items.findIndex(({ visitAt }) => Date.parse(visitAt) > now.getTime());
  return next === -1 ? items.length : next;
}
