import { manilaMinute } from "#shared/formats/dates.ts";

const from = 20 * 60;
const until = 8 * 60;

/** No messages are sent to patients between 20:00 and 08:00 in Manila. */
export function isQuiet(now: Date): boolean {
  const minute = manilaMinute(now);
  return minute >= from || minute < until;
}
