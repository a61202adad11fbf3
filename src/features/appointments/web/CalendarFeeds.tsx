import { CalendarSync } from "lucide-react";
import {
  addCalendarFeed,
  calendarFeeds,
  readCalendarFeed,
  revokeCalendarFeed,
} from "#features/appointments/contract.ts";
import { pathOf } from "#shared/endpoint.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { PlaceLinks } from "#web/place-links/PlaceLinks.tsx";

const failed = (fallback: string) => ({ title: "Error", fallback });

/** Links under which another calendar program reads a place's appointments. */
export function CalendarFeeds() {
  const links = useCall(calendarFeeds, {});
  const add = useEndpointMutation(addCalendarFeed, {
    done: null,
    failed: failed("Failed to create the link"),
  });
  const revoke = useEndpointMutation(revokeCalendarFeed, {
    done: "Link revoked",
    failed: failed("Failed to revoke the link"),
  });
  return (
    <PlaceLinks
      title="Calendar links"
      about="Shows your appointments in Google Calendar, Outlook or your phone: times and initials only. Whoever has the link can read it."
      empty={{
        icon: <CalendarSync />,
        title: "No calendar links yet",
        why: "Create a link and subscribe to it in your calendar.",
      }}
      made={{
        title: "Calendar link",
        description: "In your calendar, choose to add a calendar from a URL, and paste this link.",
        canOpen: false,
      }}
      revoked="Calendars that read it no longer get appointments."
      links={links}
      isCreating={add.isPending}
      onCreate={async (placeId) => {
        const link = await add.mutateAsync({ body: { ...(placeId && { placeId }) } }).catch(() => null);
        return link && `${location.origin}${pathOf(readCalendarFeed, { feedToken: `${link.token}.ics` })}`;
      }}
      onRevoke={(id) => revoke.mutateAsync({ params: { id: String(id) } })}
    />
  );
}
