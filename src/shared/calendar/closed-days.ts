import { holidayOn } from "./holidays.ts";

/** What a clinic says of a day: closed, or open although it is a holiday. */
export type DayOff = {
  /** Null: every place. */
  placeId: number | null;
  firstDay: string;
  lastDay: string;
  isOpen: boolean;
  note: string | null;
};

/** Why a place is closed on a day; null when it is not. What the clinic says of a day goes before a holiday. */
export function closedBecause(day: string, placeId: number, daysOff: readonly DayOff[]): string | null {
  const said = daysOff.filter(
    (off) => off.firstDay <= day && day <= off.lastDay && (off.placeId === null || off.placeId === placeId),
  );
  const closed = said.find(({ isOpen }) => !isOpen);
  if (closed) return closed.note || "Day off";
  if (said.length > 0) return null;
  return holidayOn(day)?.name ?? null;
}
