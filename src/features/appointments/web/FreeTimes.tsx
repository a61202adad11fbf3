import { useState } from "react";
import { FREE_TIMES_WITHIN, freeTimes } from "#features/appointments/contract.ts";
import type { Place } from "#features/places/contract.ts";
import { comeBackIn } from "#shared/calendar/come-back.ts";
import { addDays, formatDay, manilaDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { ChipButton } from "#web/ui/ChipButton.tsx";
import { type FreeSlot, SlotChips } from "./SlotChips.tsx";

const ahead: readonly (readonly [label: string, days: number])[] = [
  ["Next free", 0],
  ...comeBackIn.map(({ label, days }) => [`In ${label}`, days] as const),
];

/** What the fields of the day, time and place hold. */
type Typed = { day: string; clock: string; placeId: string };

const isSame = (one: Typed, other: Typed) =>
  one.day === other.day && one.clock === other.clock && one.placeId === other.placeId;

/**
 * The first free times from a day on. A press selects one; a press on an interval selects its day, and the first time
 * from that day on once the times are known, unless another was typed meanwhile.
 */
export function FreeTimes({
  followUp,
  today,
  minutes,
  practitionerId,
  doctors,
  places,
  typed,
  chosen,
  onDay,
  onChoose,
}: {
  /** The day for which the doctor asked the patient to return. */
  followUp: string | null;
  today: string;
  minutes: string;
  /** Whose; empty: everybody's. */
  practitionerId: string;
  /** Where several practise. */
  doctors: readonly { id: number; name: string }[] | undefined;
  places: readonly Place[];
  typed: Typed;
  /** ISO instant and place. */
  chosen: { startsAt: string | null; placeId: string };
  onDay: (day: string) => void;
  onChoose: (slot: FreeSlot) => void;
}) {
  const [from, setFrom] = useState(followUp ?? today);
  const [pressedAt, setPressedAt] = useState<Typed | null>(null);
  const query = useCall(
    freeTimes,
    { query: { from, ...(minutes && { minutes }), ...(doctors && practitionerId && { practitionerId }) } },
    { keepsPrevious: true, refetchOnMount: "always" },
  );
  const { data, isFetching } = query;
  // Of the day that was pressed, not of the previous one.
  const first = data?.find(({ startsAt }) => manilaDay(new Date(startsAt)) >= from);
  if (pressedAt && first && !isFetching) {
    setPressedAt(null);
    if (isSame(pressedAt, typed)) queueMicrotask(() => onChoose(first));
  }
  const choices = [...(followUp ? ([["Follow-up", null]] as const) : []), ...ahead];
  const dayOf = (days: number | null) => (days === null ? (followUp ?? today) : addDays(today, days));
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">First free times</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(([label, days], index) => (
          <ChipButton
            key={label}
            pressed={dayOf(days) === from}
            startsHere={index === 0}
            onPress={() => {
              const day = days === 0 ? typed.day : dayOf(days);
              setFrom(dayOf(days));
              setPressedAt({ ...typed, day });
              if (day !== typed.day) onDay(day);
            }}
          >
            {days === null ? `Follow-up ${formatDay(followUp ?? today)}` : label}
          </ChipButton>
        ))}
      </div>
      <div className="flex flex-wrap gap-1.5">
        <SlotChips
          slots={data?.slice(0, 6) ?? []}
          places={places}
          doctors={doctors}
          isChosen={({ startsAt, placeId, practitionerId: whose }) =>
            startsAt === chosen.startsAt &&
            String(placeId) === chosen.placeId &&
            (whose === undefined || String(whose) === practitionerId)
          }
          onChoose={onChoose}
        />
        {!data && !isFetching && (
          <QueryPending query={query} title="Failed to load the free times" skeleton={null} />
        )}
        {data?.length === 0 && !isFetching && (
          <p className="text-sm text-ink-2">
            No free time within {FREE_TIMES_WITHIN} days. Choose a day and time below.
          </p>
        )}
      </div>
    </fieldset>
  );
}
