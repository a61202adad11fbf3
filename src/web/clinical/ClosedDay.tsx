import { listDaysOff } from "#features/appointments/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { closedThen } from "#shared/calendar/closed-days.ts";
import { useCall } from "#web/data/calls.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";

/** Says that the clinic is closed on a day for which a patient is to return, while no place is open then. */
export function ClosedDay({ day }: { day: string }) {
  const places = useCall(listPlaces, {}).data ?? [];
  const daysOff = useCall(listDaysOff, { query: { from: day } }).data;
  // A place without any hours has none to be outside of.
  const scheduled = places.filter(({ isActive, hours }) => isActive && hours.length > 0);
  const closed = daysOff ? scheduled.flatMap((place) => closedThen(place, day, null, daysOff) ?? []) : [];
  if (closed.length === 0 || closed.length < scheduled.length) return null;
  return (
    <NoteBox tone="warn">
      {closed.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </NoteBox>
  );
}
