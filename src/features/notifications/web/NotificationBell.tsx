import { Suspense, useRef, useState } from "react";
import type { Notification } from "#features/notifications/contract.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { BellButton } from "#web/ui/TopBar.tsx";
import { useNotifications } from "./use-notifications.ts";

const NotificationsPanel = lazyPart(() => import("./NotificationsPanel.tsx"), "NotificationsPanel");

/** What a press on a notification opens, besides marking it as read; null when it leads nowhere. */
export type LeadTo = (notification: Notification) => (() => void) | null;

/** The bell of the top bar, with how many are unread; the list under it comes with the first press. */
export function NotificationBell({
  leadTo,
  onBrand,
}: {
  leadTo: LeadTo;
  /** It stands on the clinic's colour. */
  onBrand?: boolean;
}) {
  const known = useNotifications();
  const [isOpen, setOpen] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const unread = known?.filter(({ read }) => !read).length ?? 0;
  return (
    <>
      <BellButton
        ref={bell}
        unread={unread}
        onBrand={onBrand}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={NotificationsPanel.preload}
        onFocus={NotificationsPanel.preload}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <NotificationsPanel
            bell={bell}
            notifications={known}
            leadTo={leadTo}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
