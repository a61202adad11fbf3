import type { UseQueryResult } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { listPlaces } from "#features/places/contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import type { ApiError } from "#web/data/api-error.ts";
import { useCall } from "#web/data/calls.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { NewLinkDialog } from "./NewLinkDialog.tsx";

type PlaceLink = { id: number; placeId: number; createdAt: string };

/** Links that show some data of a place to anyone who has them: created, shown once, revoked. */
export function PlaceLinks({
  title,
  about,
  empty,
  made: madeWords,
  revoked,
  links,
  isCreating,
  onCreate,
  onRevoke,
}: {
  title: string;
  about: string;
  empty: { icon: ReactNode; title: string; why: string };
  /** Of the dialog that shows a new link. */
  made: { title: string; description: string; canOpen: boolean };
  /** What happens when a link is revoked. */
  revoked: string;
  links: UseQueryResult<PlaceLink[], ApiError>;
  isCreating: boolean;
  /** Returns the link; null when that failed, which has been shown. */
  onCreate: (placeId: number | undefined) => Promise<string | null>;
  onRevoke: (id: number) => Promise<unknown>;
}) {
  const places = useCall(listPlaces, {}).data ?? [];
  const [made, setMade] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<PlaceLink | null>(null);
  const create = async (placeId?: number) => setMade(await onCreate(placeId));
  const active = places.filter(({ isActive }) => isActive);
  const nameOf = (id: number) => places.find((place) => place.id === id)?.name ?? "";
  return (
    <div ref={holdFocus}>
      <Section
        flush
        title={title}
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
            <Button size="sm" icon={<Plus />} busy={isCreating} onClick={() => void create()}>
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
              await onRevoke(revoking.id).catch(() => undefined);
              setRevoking(null);
            }}
          />
        )}
      </Section>
    </div>
  );
}
