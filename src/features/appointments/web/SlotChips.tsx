import type * as z from "zod/mini";
import type { Slot } from "#features/appointments/contract.ts";
import type { Place } from "#features/places/contract.ts";
import { formatClock, formatDay, formatWeekday, manilaDay } from "#shared/formats/dates.ts";
import { ChipButton } from "#web/ui/ChipButton.tsx";

export type FreeSlot = z.output<typeof Slot>;

/** Free times to choose from: "Mon Dec 7, 9:00 AM", with the place when there are several. */
export function SlotChips({
  slots,
  places,
  doctors,
  isOn,
  isChosen,
  onChoose,
}: {
  slots: readonly FreeSlot[];
  places: readonly Place[];
  /** Where several practise. */
  doctors?: readonly { id: number; name: string }[] | undefined;
  /** The day that is told beside them: then its times stand alone. */
  isOn?: string;
  isChosen: (slot: FreeSlot) => boolean;
  onChoose: (slot: FreeSlot) => void;
}) {
  const areSeveral = new Set(slots.map(({ placeId }) => placeId)).size > 1;
  const areOfSeveral = new Set(slots.map(({ practitionerId }) => practitionerId)).size > 1;
  return slots.map((slot) => {
    const day = manilaDay(new Date(slot.startsAt));
    const place = areSeveral && places.find(({ id }) => id === slot.placeId)?.name;
    const doctor = areOfSeveral && doctors?.find(({ id }) => id === slot.practitionerId)?.name;
    return (
      <ChipButton
        key={`${slot.placeId} ${slot.practitionerId ?? ""} ${slot.startsAt}`}
        pressed={isChosen(slot)}
        onPress={() => onChoose(slot)}
      >
        {day !== isOn && `${formatWeekday(day).slice(0, 3)} ${formatDay(day).replace(/, \d{4}$/, "")}, `}
        {formatClock(slot.startsAt)}
        {place && ` · ${place}`}
        {doctor && ` · ${doctor}`}
      </ChipButton>
    );
  });
}
