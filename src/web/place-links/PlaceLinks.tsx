import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { addCalendarFeed, calendarFeeds, revokeCalendarFeed } from "#features/appointments/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import type { addDisplayLink, displayLinks, revokeDisplayLink } from "#features/visits/contract.ts";
import type { Whole } from "#shared/endpoint.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { NewLinkDialog } from "./NewLinkDialog.tsx";

/** The calls of one kind of link; all have the same shapes. */
type LinkEndpoints = {
  list: typeof displayLinks | typeof calendarFeeds;
  add: typeof addDisplayLink | typeof addCalendarFeed;
  revoke: typeof revokeDisplayLink | typeof revokeCalendarFeed;
};
type PlaceLink = Whole<typeof displayLinks>[number] | Whole<typeof calendarFeeds>[number];
type Doctors = { doctors?: readonly { id: number; name: string }[] | undefined };

/** Links that show some data of a place to anyone who has them: created, shown once, revoked. */
export function PlaceLinks({
  title,
  about,
  empty,
  made: madeWords,
  revoked,
  endpoints,
  addressOf,
  doctors = [],
}: Doctors & {
  title: string;
  about: string;
  empty: { icon: ReactNode; title: string; why: string };
  /** Of the dialog that shows a new link. */
  made: { title: string; description: string; canOpen: boolean };
  /** What happens when a link is revoked. */
  revoked: string;
  endpoints: LinkEndpoints;
  /** The link with this token. */
  addressOf: (token: string) => string;
}) {
  const links = useCall(endpoints.list, {});
  const add = useEndpointMutation(endpoints.add, {
    done: null,
    failed: { title: "Error", fallback: "Failed to create the link" },
  });
  const revoke = useEndpointMutation(endpoints.revoke, {
    done: "Link revoked",
    failed: { title: "Error", fallback: "Failed to revoke the link" },
  });
  const places = useCall(listPlaces, {}).data ?? [];
  const [made, setMade] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<PlaceLink | null>(null);
  const create = async (of: { placeId?: number; practitionerId?: number } = {}) => {
    const link = await add.mutateAsync({ body: of }).catch(() => null);
    setMade(link && addressOf(link.token));
  };
  const active = places.filter(({ isActive }) => isActive);
  const nameOf = (link: PlaceLink) =>
    ("practitionerId" in link && doctors.find(({ id }) => id === link.practitionerId)?.name) ||
    (places.find(({ id }) => id === link.placeId)?.name ?? "Another doctor");
  return (
    <div ref={holdFocus}>
      <Section
        flush
        title={title}
        actions={
          active.length + doctors.length > 1 ? (
            <Menu
              trigger={
                <Button size="sm" icon={<Plus />}>
                  Create Link
                </Button>
              }
              align="end"
              items={[
                ...active.map(({ id, name }) => ({
                  label: name,
                  onSelect: () => void create({ placeId: id }),
                })),
                ...doctors.map(({ id, name }) => ({
                  label: name,
                  onSelect: () => void create({ practitionerId: id }),
                })),
              ]}
            />
          ) : (
            <Button size="sm" icon={<Plus />} busy={add.isPending} onClick={() => void create()}>
              Create Link
            </Button>
          )
        }
      >
        <p className="border-b border-line px-4 py-3 text-sm text-ink-2">{about}</p>
        <QueryList
          query={links}
          title="Failed to load the links"
          skeleton={<SkeletonRows rows={2} initials={false} />}
          empty={<Empty {...empty} />}
        >
          {(rows) => (
            <ul aria-label={title}>
              {rows.map((link) => (
                <li
                  key={link.id}
                  className="flex min-h-14 items-center gap-3 border-t border-line px-4 py-2 first:border-t-0"
                >
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    <span className="font-medium">{nameOf(link)}</span>
                    <span className="block text-sm text-ink-3">Created {formatInstant(link.createdAt)}</span>
                  </span>
                  <Button
                    size="sm"
                    aria-label={`Revoke the link of ${formatInstant(link.createdAt)}`}
                    onClick={() => setRevoking(link)}
                  >
                    Revoke
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </QueryList>
        {made !== null && <NewLinkDialog link={made} {...madeWords} onClose={() => setMade(null)} />}
        {revoking && (
          <ConfirmDialog
            open
            title="Revoke this link?"
            description={`${revoked} You can create a new link at any time.`}
            confirmLabel="Revoke Link"
            onClose={() => setRevoking(null)}
            onConfirm={async () => {
              await revoke.mutateAsync({ params: { id: String(revoking.id) } }).catch(() => undefined);
              setRevoking(null);
            }}
          />
        )}
      </Section>
    </div>
  );
}
