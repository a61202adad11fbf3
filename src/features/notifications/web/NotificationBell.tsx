import { Suspense, useRef, useState } from "react";
import { lazyPart } from "#web/lazy-part.ts";
import { BellButton } from "#web/ui/frame/TopBar.tsx";
import type { NotificationTarget } from "./notification-target.ts";
import { useNotifications } from "./use-notifications.ts";

const NotificationsPanel = lazyPart(() => import("./NotificationsPanel.tsx"), "NotificationsPanel");

/** The bell of the top bar with the unread count; its list loads at the first press. */
export function NotificationBell({
  targetOf,
  onBrand,
}: {
  targetOf: NotificationTarget;
  /** For the top bar, which has the clinic's color. */
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
            targetOf={targetOf}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
