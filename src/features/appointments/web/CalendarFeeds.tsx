import { CalendarSync } from "lucide-react";
import {
  addCalendarFeed,
  calendarFeeds,
  readCalendarFeed,
  revokeCalendarFeed,
} from "#features/appointments/contract.ts";
import { pathOf } from "#shared/endpoint.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { PlaceLinks } from "#web/place-links/PlaceLinks.tsx";

/** Links under which another calendar program reads a place's appointments. */
export function CalendarFeeds() {
  const { doctors } = useCurrentUser().data ?? {};
  return (
    <PlaceLinks
      doctors={doctors}
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
      revoked="Calendars that use it no longer show appointments."
      endpoints={{ list: calendarFeeds, add: addCalendarFeed, revoke: revokeCalendarFeed }}
      addressOf={(token) => `${location.origin}${pathOf(readCalendarFeed, { feedToken: `${token}.ics` })}`}
    />
  );
}
