import { Monitor } from "lucide-react";
import { addDisplayLink, displayLinks, revokeDisplayLink } from "#features/visits/contract.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { PlaceLinks } from "#web/place-links/PlaceLinks.tsx";

const failed = (fallback: string) => ({ title: "Error", fallback });

/** Links to the page for the waiting room's screen. */
export function DisplaySettings() {
  const links = useCall(displayLinks, {});
  const add = useEndpointMutation(addDisplayLink, {
    done: null,
    failed: failed("Failed to create the link"),
  });
  const revoke = useEndpointMutation(revokeDisplayLink, {
    done: "Link revoked",
    failed: failed("Failed to revoke the link"),
  });
  return (
    <PlaceLinks
      title="Waiting-room screens"
      about="Shows the number being served and the next three. No names. Whoever has the link can open it."
      empty={{
        icon: <Monitor />,
        title: "No screens yet",
        why: "Create a link and open it on the waiting room's TV or tablet.",
      }}
      made={{ title: "Waiting-room screen", description: "Open this link on the screen.", canOpen: true }}
      revoked="Screens that show it stop within seconds."
      links={links}
      isCreating={add.isPending}
      onCreate={async (placeId) => {
        const link = await add.mutateAsync({ body: { ...(placeId && { placeId }) } }).catch(() => null);
        return link && `${location.origin}/display#${link.token}`;
      }}
      onRevoke={(id) => revoke.mutateAsync({ params: { id: String(id) } })}
    />
  );
}
