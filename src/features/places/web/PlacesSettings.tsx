import { Plus } from "lucide-react";
import { useState } from "react";
import { addPlace, changePlace, listPlaces, type Place, setPlaceHours } from "#features/places/contract.ts";
import { mayDeactivate } from "#features/places/rules.ts";
import { hoursInWords } from "#shared/calendar/hours.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { QueryList } from "#web/QueryList.tsx";
import { UseButtons } from "#web/UseButtons.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { HoursDialog } from "./HoursDialog.tsx";
import { PlaceDialog } from "./PlaceDialog.tsx";

const kindNames = { room: "Room", machine: "Machine" };

/** Where the clinic sees patients. Each place has its own queue. */
export function PlacesSettings() {
  const query = useCall(listPlaces, {});
  const can = useCan();
  const ofSeveral = useCurrentUser().data?.doctors !== undefined;
  const isOwnHours = ({ kind }: Place) => !ofSeveral || kind !== undefined;
  const [hoursOf, setHoursOf] = useState<Place | null>(null);
  const [open, setOpen] = useState<{ place: Place | null } | null>(null);
  const change = useEndpointMutation(changePlace, {
    done: "Place saved",
    failed: { title: "Error", fallback: "Failed to save the place" },
  });
  return (
    <Section
      flush
      title="Places"
      actions={
        can(addPlace) && (
          <Button size="sm" icon={<Plus />} onClick={() => setOpen({ place: null })}>
            Add Place
          </Button>
        )
      }
    >
      <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
        Where you see patients. Each place has hours and a queue of its own, with numbers from 1 every day.
      </p>
      <QueryList
        query={query}
        title="Failed to load the places"
        skeleton={<SkeletonRows rows={2} initials={false} />}
      >
        {(places) => (
          <ul aria-label="Places">
            {places.map((place) => (
              <li
                key={place.id}
                className="flex min-h-14 flex-wrap items-center justify-end gap-x-3 gap-y-1 border-t border-line px-4 py-2 first:border-t-0"
              >
                <span className="min-w-0 flex-1 wrap-anywhere max-md:basis-full">
                  <span className={place.isActive ? "font-medium" : "text-ink-2"}>{place.name}</span>
                  <span className="block text-sm text-ink-3">
                    {[
                      place.kind && kindNames[place.kind],
                      place.room,
                      place.address,
                      !place.isActive && "No longer used",
                    ]
                      .filter(Boolean)
                      .join(" · ") || "The clinic's own address"}
                  </span>
                  {place.isActive && (
                    <span className="block text-sm text-ink-2">
                      {hoursInWords(place.hours) ?? "No hours set"}
                    </span>
                  )}
                </span>
                {can(setPlaceHours) && place.isActive && (
                  <Button
                    size="sm"
                    aria-label={
                      isOwnHours(place) ? `Hours of ${place.name}` : `Length of appointments at ${place.name}`
                    }
                    onClick={() => setHoursOf(place)}
                  >
                    {isOwnHours(place) ? "Hours" : "Length"}
                  </Button>
                )}
                {can(changePlace) && (
                  <UseButtons
                    name={place.name}
                    isActive={place.isActive}
                    mayStop={mayDeactivate(place, places)}
                    onUse={(isActive) =>
                      change.mutate({ params: { id: String(place.id) }, body: { isActive } })
                    }
                    onEdit={() => setOpen({ place })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryList>
      {hoursOf && (
        <HoursDialog place={hoursOf} isOwnHours={isOwnHours(hoursOf)} onClose={() => setHoursOf(null)} />
      )}
      {open && <PlaceDialog place={open.place} hasKinds={ofSeveral} onClose={() => setOpen(null)} />}
    </Section>
  );
}
