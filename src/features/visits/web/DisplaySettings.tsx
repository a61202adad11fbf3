import { Monitor } from "lucide-react";
import { addDisplayLink, displayLinks, revokeDisplayLink } from "#features/visits/contract.ts";
import { PlaceLinks } from "#web/place-links/PlaceLinks.tsx";

/** Links to the page for the waiting room's screen. */
export function DisplaySettings() {
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
      endpoints={{ list: displayLinks, add: addDisplayLink, revoke: revokeDisplayLink }}
      addressOf={(token) => `${location.origin}/display#${token}`}
    />
  );
}
