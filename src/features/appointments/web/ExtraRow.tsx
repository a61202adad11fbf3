import { addExtraHours, type ExtraHours, removeExtraHours } from "#features/appointments/hours-contract.ts";
import type { Place } from "#features/places/contract.ts";
import { clockInWords } from "#shared/calendar/hours.ts";
import { formatDay, formatWeekday } from "#shared/formats/dates.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";

const failed = { title: "Error", fallback: "Failed to change the hours" };

/** Hours on one date: when, where, and a button that removes them. */
export function ExtraRow({
  practitionerId,
  extra: { id, placeId, day, from, to },
  places,
}: {
  practitionerId: number;
  extra: ExtraHours;
  places: readonly Place[];
}) {
  const can = useCan();
  const again = useEndpointMutation(addExtraHours, { done: null, failed });
  const remove = useEndpointMutation(removeExtraHours, {
    done: "Extra hours removed",
    failed,
    undo: () => again.mutate({ params: { id: String(practitionerId) }, body: { placeId, day, from, to } }),
  });
  const when = `${formatWeekday(day).slice(0, 3)}, ${formatDay(day)}, ${clockInWords(from)} to ${clockInWords(to)}`;
  return (
    <li className="flex items-start gap-3 border-t border-line px-4 py-2 text-sm first:border-t-0">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {when}
        <span className="block text-ink-2">
          {[places.length > 1 && places.find((place) => place.id === placeId)?.name, "extra"]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      {can(removeExtraHours) && (
        <Button
          size="sm"
          variant="ghost"
          busy={remove.isPending}
          aria-label={`Remove the extra hours of ${when}`}
          onClick={() => remove.mutate({ params: { id: String(practitionerId), hoursId: String(id) } })}
        >
          Remove
        </Button>
      )}
    </li>
  );
}
