import { useState } from "react";
import { freeTimes } from "#features/appointments/contract.ts";
import type { Place } from "#features/places/contract.ts";
import { comeBackIn } from "#shared/calendar/come-back.ts";
import { addDays, formatDay, manilaDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { ChipButton } from "#web/ui/ChipButton.tsx";
import { type FreeSlot, SlotChips } from "./SlotChips.tsx";

const ahead: readonly (readonly [label: string, days: number])[] = [
  ["Next free", 0],
  ...comeBackIn.map(({ label, days }) => [`In ${label}`, days] as const),
];

/** The first free times from a day on. A press selects one; a press on an interval selects the first of that day. */
export function FreeTimes({
  followUp,
  today,
  minutes,
  places,
  chosen,
  onChoose,
}: {
  /** The day for which the doctor asked the patient to return. */
  followUp: string | null;
  today: string;
  minutes: string;
  places: readonly Place[];
  /** ISO instant and place. */
  chosen: { startsAt: string | null; placeId: string };
  onChoose: (slot: FreeSlot) => void;
}) {
  const [from, setFrom] = useState(followUp ?? today);
  const [takesFirst, setTakesFirst] = useState(false);
  const { data = [], isFetching } = useCall(
    freeTimes,
    { query: { from, ...(minutes && { minutes }) } },
    { keepsPrevious: true, refetchOnMount: "always" },
  );
  // Of the day that was pressed, not of the previous one.
  const first = data.find(({ startsAt }) => manilaDay(new Date(startsAt)) >= from);
  if (takesFirst && first && !isFetching) {
    setTakesFirst(false);
    queueMicrotask(() => onChoose(first));
  }
  const choices = [...(followUp ? ([["Follow-up", null]] as const) : []), ...ahead];
  const dayOf = (days: number | null) => (days === null ? (followUp ?? today) : addDays(today, days));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">First free times</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(([label, days], index) => (
          <ChipButton
            key={label}
            pressed={dayOf(days) === from}
            startsHere={index === 0}
            onPress={() => {
              setFrom(dayOf(days));
              setTakesFirst(true);
            }}
          >
            {days === null ? `Follow-up ${formatDay(followUp ?? today)}` : label}
          </ChipButton>
        ))}
      </div>
      <div className="flex flex-wrap gap-1.5">
        <SlotChips
          slots={data.slice(0, 6)}
          places={places}
          isChosen={({ startsAt, placeId }) =>
            startsAt === chosen.startsAt && String(placeId) === chosen.placeId
          }
          onChoose={onChoose}
        />
        {data.length === 0 && !isFetching && (
          <p className="text-sm text-ink-2">No free time within 60 days. Choose a day and time below.</p>
        )}
      </div>
    </fieldset>
  );
}
