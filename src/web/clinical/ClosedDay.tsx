import { listDaysOff } from "#features/appointments/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { closedThen } from "#shared/calendar/closed-days.ts";
import { useCall } from "#web/data/calls.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";

/**
 * Says that the clinic is closed on a day for which a patient is to return, while no place is open then. Of an
 * appointment (`at`) says it of its place, not sent: of the first, and of its time.
 */
export function ClosedDay({
  day,
  at,
}: {
  day: string;
  at?: { minute: number; placeId: number | undefined };
}) {
  const places = (useCall(listPlaces, {}).data ?? []).filter(({ isActive }) => isActive);
  const daysOff = useCall(listDaysOff, { query: { from: day } }).data ?? null;
  const concerned = at
    ? [places.find(({ id }) => id === at.placeId) ?? places[0]].filter((place) => place !== undefined)
    : // A place without any hours has none to be outside of.
      places.filter(({ hours }) => hours.length > 0);
  const closed = concerned.flatMap((place) => {
    const time = at ? { from: at.minute, to: at.minute + place.slotMinutes } : null;
    return (daysOff && closedThen(place, day, time, daysOff)) ?? [];
  });
  if (closed.length === 0 || closed.length < concerned.length) return null;
  return (
    <NoteBox tone="warn">
      {closed.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </NoteBox>
  );
}
