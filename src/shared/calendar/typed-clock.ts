import { clockOf } from "./hours.ts";

/** Of the afternoon in 12 hours, or of 24: "3pm", "3:30 p.m.", "12 nn", "1530", "15:30". */
const typedClock = /^(\d{1,2})(?:[:. ]?(\d{2}))? ?(?:(a|p)\.?m?\.?|(nn|noon|mn|midnight))?$/;

/** "15:30" of a typed time of day; null for what is none, and for a bare number, which may be either half. */
export function clockTyped(text: string): string | null {
  const [, hours, minutes, half, middle] = typedClock.exec(text.trim().toLowerCase()) ?? [];
  if (hours === undefined || (minutes === undefined && half === undefined && middle === undefined))
    return null;
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  if (minute > 59) return null;
  if (middle !== undefined) {
    if (hour !== 12 || minute !== 0) return null;
    return clockOf(middle.startsWith("n") ? 12 * 60 : 0);
  }
  if (half === undefined)
    return hour < 24 || (hour === 24 && minute === 0) ? clockOf(hour * 60 + minute) : null;
  if (hour < 1 || hour > 12) return null;
  return clockOf(((hour % 12) + (half === "p" ? 12 : 0)) * 60 + minute);
}
