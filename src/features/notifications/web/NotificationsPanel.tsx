import { Popover } from "radix-ui";
import { type ReactNode, type RefObject, useId, useRef } from "react";
import type { Notification } from "#features/notifications/contract.ts";
import { Button } from "#web/ui/Button.tsx";
import { Drawer } from "#web/ui/overlays/Drawer.tsx";
import { usePhone } from "#web/ui/use-media.ts";
import { NotificationList } from "./NotificationList.tsx";
import type { NotificationTarget } from "./notification-target.ts";
import { useNotificationActions } from "./use-notification-actions.ts";

type PanelProps = {
  bell: RefObject<HTMLButtonElement | null>;
  /** Undefined while loading. */
  notifications: readonly Notification[] | undefined;
  targetOf: NotificationTarget;
  onClose: () => void;
};

/** The notifications under the bell, on phones in a sheet. Mounted only while open. */
export function NotificationsPanel({ bell, notifications, targetOf, onClose }: PanelProps) {
  const isPhone = usePhone();
  const actions = useNotificationActions();
  const chosen = useRef<() => void>(undefined);
  const choose = async (notification: Notification) => {
    if (!notification.read) void actions.read(notification.id);
    const open = await targetOf(notification);
    if (!open) return;
    chosen.current = open;
    onClose();
    if (isPhone) open();
  };
  const markAll = notifications?.some(({ read }) => !read) && (
    <Button
      variant="link"
      size="sm"
      onClick={() => void actions.readAll(Math.max(...notifications.map(({ id }) => id)))}
    >
      Mark all read
    </Button>
  );
  const list = (
    <NotificationList notifications={notifications} onChoose={choose} onDismiss={actions.dismiss} />
  );
  if (isPhone)
    return (
      <Drawer open onClose={onClose} title="Notifications" head={markAll} bodyClassName="p-0!">
        {list}
      </Drawer>
    );
  return (
    <Dropdown bell={bell} head={markAll} onClose={onClose} onClosed={() => chosen.current?.()}>
      {list}
    </Dropdown>
  );
}

/** The focus returns to the bell before the target opens, so that a dialog has it as its opener. */
function Dropdown({
  bell,
  head,
  onClose,
  onClosed,
  children,
}: {
  bell: PanelProps["bell"];
  head: ReactNode;
  onClose: () => void;
  onClosed: () => void;
  children: ReactNode;
}) {
  const title = useId();
  const panel = useRef<HTMLDivElement>(null);
  const wentElsewhere = useRef(false);
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={bell as RefObject<HTMLButtonElement>} />
      <Popover.Portal container={document.querySelector("main")}>
        <Popover.Content
          ref={panel}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-labelledby={title}
          data-print="no"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            panel.current?.focus({ preventScroll: true });
          }}
          onInteractOutside={(event) => {
            // A press on the bell closes it; Undo of a dismissal here leaves it open.
            const target = event.target as Element;
            if (bell.current?.contains(target) || target.closest("[data-sonner-toaster]"))
              event.preventDefault();
            else wentElsewhere.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!wentElsewhere.current) bell.current?.focus();
            queueMicrotask(onClosed);
          }}
          className="z-menu flex max-h-[min(36rem,var(--radix-popover-content-available-height))] w-100 animate-rise flex-col overflow-hidden rounded-md bg-surface shadow-menu outline-none motion-reduce:animate-none!"
        >
          <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
            <h2 id={title} className="font-strong">
              Notifications
            </h2>
            {head}
          </div>
          <div className="min-h-0 overflow-y-auto overscroll-contain">{children}</div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
