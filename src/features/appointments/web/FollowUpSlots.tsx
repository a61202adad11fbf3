import { useState } from "react";
import { freeTimes } from "#features/appointments/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { useActivePlaces } from "#web/hooks/use-active-places.ts";
import { Button } from "#web/ui/Button.tsx";
import { type FreeSlot, SlotChips } from "./SlotChips.tsx";

/** Shown at first, and with the others. */
const FIRST = 2;
const MOST = 6;

/**
 * The first free times from the day on which a patient is asked to return; a press selects one, a second press
 * deselects it.
 */
export function FollowUpSlots({
  day,
  chosen,
  onChoose,
}: {
  day: string;
  chosen: FreeSlot | null;
  onChoose: (slot: FreeSlot | null) => void;
}) {
  const places = useActivePlaces();
  const { doctors } = useCurrentUser().data ?? {};
  const { data } = useCall(freeTimes, { query: { from: day } }, { refetchOnMount: "always" });
  const [hasAll, setAll] = useState(false);
  if (!data || data.length === 0) return null;
  const isChosen = ({ startsAt, placeId, practitionerId }: FreeSlot) =>
    startsAt === chosen?.startsAt && placeId === chosen.placeId && practitionerId === chosen.practitionerId;
  const shown = data.slice(0, hasAll ? MOST : FIRST);
  const isElsewhere = chosen !== null && !shown.some(isChosen) && data.some(isChosen);
  return (
    <fieldset aria-label="Book with this consultation" className="inline-flex flex-wrap items-center gap-1.5">
      <span aria-hidden="true">Book</span>
      <SlotChips
        slots={isElsewhere ? data.slice(0, MOST) : shown}
        isOn={day}
        {...{ places, doctors, isChosen }}
        onChoose={(slot) => onChoose(isChosen(slot) ? null : slot)}
      />
      {!hasAll && !isElsewhere && data.length > FIRST && (
        <Button variant="link" size="sm" onClick={() => setAll(true)}>
          Other times
        </Button>
      )}
    </fieldset>
  );
}
