import { Monitor, Plus } from "lucide-react";
import { useState } from "react";
import { listPlaces } from "#features/places/contract.ts";
import {
  addDisplayLink,
  type DisplayLink,
  displayLinks,
  revokeDisplayLink,
} from "#features/visits/contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { NewDisplayLinkDialog } from "./NewDisplayLinkDialog.tsx";

const failed = (fallback: string) => ({ title: "Error", fallback });

/** Links to the page for the waiting room's screen. */
export function DisplaySettings() {
  const links = useCall(displayLinks, {});
  const places = useCall(listPlaces, {}).data ?? [];
  const [made, setMade] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<DisplayLink | null>(null);
  const add = useEndpointMutation(addDisplayLink, {
    done: null,
    failed: failed("Failed to create the link"),
  });
  const revoke = useEndpointMutation(revokeDisplayLink, {
    done: "Link revoked",
    failed: failed("Failed to revoke the link"),
  });
  const create = async (placeId?: number) => {
    const link = await add.mutateAsync({ body: { ...(placeId && { placeId }) } }).catch(() => null);
    if (link) setMade(`${location.origin}/display#${link.token}`);
  };
  const active = places.filter(({ isActive }) => isActive);
  const addButton = (
    <Button size="sm" icon={<Plus />} busy={add.isPending} onClick={() => void create()}>
      Create Link
    </Button>
  );
  const nameOf = (id: number) => places.find((place) => place.id === id)?.name ?? "";
  return (
    <Section
      flush
      title="Waiting-room screens"
      actions={
        active.length > 1 ? (
          <Menu
            trigger={
              <Button size="sm" icon={<Plus />}>
                Create Link
              </Button>
            }
            align="end"
            items={active.map(({ id, name }) => ({ label: name, onSelect: () => void create(id) }))}
          />
        ) : (
          addButton
        )
      }
    >
      <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
        Shows the number being served and the next three. No names. Whoever has the link can open it.
      </p>
      {links.data ? (
        links.data.length === 0 ? (
          <Empty
            icon={<Monitor />}
            title="No screens yet"
            why="Create a link and open it on the waiting room's TV or tablet."
          />
        ) : (
          <ul aria-label="Waiting-room screens">
            {links.data.map((link) => (
              <li
                key={link.id}
                className="flex min-h-14 items-center gap-3 border-t border-line px-4 py-2 first:border-t-0"
              >
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="font-medium">{nameOf(link.placeId)}</span>
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
        )
      ) : links.error ? (
        <ErrorState
          title="Failed to load the links"
          why={links.error.shown("The server did not answer.")}
          onRetry={() => void links.refetch()}
          retrying={links.isFetching}
        />
      ) : (
        <Waiting skeleton={<SkeletonRows rows={2} initials={false} />} onRetry={() => void links.refetch()} />
      )}
      {made !== null && <NewDisplayLinkDialog link={made} onClose={() => setMade(null)} />}
      {revoking && (
        <ConfirmDialog
          open
          title="Revoke this link?"
          description="Screens that show it stop within seconds. You can create a new link at any time."
          confirmLabel="Revoke Link"
          onClose={() => setRevoking(null)}
          onConfirm={async () => {
            await revoke.mutateAsync({ params: { id: String(revoking.id) } }).catch(() => undefined);
            setRevoking(null);
          }}
        />
      )}
    </Section>
  );
}
