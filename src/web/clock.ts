import { manilaDay } from "#shared/formats/dates.ts";
import { storeClockOffset, storedClockOffset } from "./storage-keys.ts";

/** ms by which a device's clock may be wrong before its user is told. */
const tolerated = 300_000;
/** ms. Smaller corrections rerender nothing and are not stored. */
const noticeable = 2000;

const listeners = new Set<() => void>();

/** ms to add to the device's clock for the server's; the last one known until the server answers. */
let offset = restored();

function restored(): number {
  const stored = storedClockOffset();
  // A clock that was since set back to before that answer would be corrected twice.
  return stored && Date.now() + stored.offset >= stored.at ? stored.offset : 0;
}

/** The device's own clock, only to compare with other times of the same clock. */
export const deviceTime = (): number => Date.now();

/** The server's time in milliseconds: a device's own clock may be wrong by a day or a year. */
export const timeNow = (): number => Date.now() + offset;
export const dateNow = (): Date => new Date(timeNow());
/** The day in Manila. */
export const dayToday = (): string => manilaDay(dateNow());

/** Calls back when the server's answer corrected the time noticeably; returns the unsubscribe function. */
export function onTimeCorrected(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Corrects the time by an answer's Date header. It has whole seconds, and was written between the request and the answer;
 * a time that fits stays as it is. `sentAt`: when the request was sent, by the device's clock. Returns whether the user
 * should be told that the clock is wrong, which is once.
 */
export function noteServerTime(header: string | null, sentAt: number): boolean {
  const serverTime = Date.parse(header ?? "");
  const receivedAt = Date.now();
  if (Number.isNaN(serverTime) || sentAt > receivedAt) return false;
  const corrected = Math.min(Math.max(offset, serverTime - receivedAt), serverTime + 1000 - sentAt);
  const isNoticeable = Math.abs(corrected - offset) >= noticeable;
  offset = corrected;
  if (!isNoticeable) return false;
  const isWrong = Math.abs(offset) > tolerated;
  const isTold = isWrong && storedClockOffset()?.isTold === true;
  storeClockOffset(Math.abs(offset) < noticeable ? null : { offset, at: timeNow(), isTold: isWrong });
  for (const listener of listeners) listener();
  return isWrong && !isTold;
}
