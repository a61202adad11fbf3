import { freeTimes } from "#features/appointments/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useActivePlaces } from "#web/hooks/use-active-places.ts";
import { type FreeSlot, SlotChips } from "./SlotChips.tsx";

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
  const { data } = useCall(freeTimes, { query: { from: day } }, { refetchOnMount: "always" });
  if (!data || data.length === 0) return null;
  const isChosen = ({ startsAt, placeId }: FreeSlot) =>
    startsAt === chosen?.startsAt && placeId === chosen.placeId;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm text-ink-2">Book with this consultation</legend>
      <div className="flex flex-wrap gap-1.5">
        <SlotChips
          slots={data.slice(0, 6)}
          {...{ places, isChosen }}
          onChoose={(slot) => onChoose(isChosen(slot) ? null : slot)}
        />
      </div>
    </fieldset>
  );
}
