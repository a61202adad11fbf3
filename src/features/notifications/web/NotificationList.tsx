import { Bell, CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Notification } from "#features/notifications/contract.ts";
import { relativeTime } from "#shared/formats/dates.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { useNow } from "#web/hooks/use-now.ts";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { VisuallyHidden } from "#web/ui/VisuallyHidden.tsx";

const looks: Record<Notification["type"], { Icon: typeof Info; className: string }> = {
  success: { Icon: CircleCheck, className: "text-ok-solid" },
  error: { Icon: CircleAlert, className: "text-bad-solid" },
  warning: { Icon: TriangleAlert, className: "text-warn-solid" },
  info: { Icon: Info, className: "text-info-solid" },
};

type ListProps = {
  /** Undefined while loading. */
  notifications: readonly Notification[] | undefined;
  onChoose: (notification: Notification) => void;
  onDismiss: (notification: Notification) => void;
};

export function NotificationList({ notifications, onChoose, onDismiss }: ListProps) {
  const now = useNow();
  const isAdmin = useCurrentUser().data?.role === "admin";
  const list = useRef<HTMLDivElement>(null);
  // Dismissing a row moves the focus to the next one.
  const next = useRef<number>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    const rows = list.current?.querySelectorAll<HTMLElement>("[data-row]");
    const row = rows?.[Math.min(next.current, rows.length - 1)];
    next.current = undefined;
    (row ?? list.current)?.focus({ preventScroll: true });
  });
  return (
    // On phones toasts cover the end of the sheet, so the list has a minimum height.
    <div ref={list} tabIndex={-1} className="outline-none max-md:min-h-[45dvh]">
      {!notifications ? (
        <Waiting skeleton={<SkeletonRows rows={3} />} label="Loading notifications" />
      ) : notifications.length === 0 ? (
        <Empty
          icon={<Bell />}
          title="No notifications"
          why={
            isAdmin
              ? "Clinics' notifications go to their own users."
              : "Referrals, due tasks and follow-ups appear here."
          }
        />
      ) : (
        <ul aria-label="Notifications">
          {notifications.map((notification, index) => (
            <Row
              key={notification.id}
              notification={notification}
              now={now}
              onChoose={() => onChoose(notification)}
              onDismiss={() => {
                next.current = index;
                onDismiss(notification);
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({
  notification: { type, title, message, timestamp, read },
  now,
  onChoose,
  onDismiss,
}: {
  notification: Notification;
  now: Date;
  onChoose: () => void;
  onDismiss: () => void;
}) {
  const { Icon, className } = looks[type];
  return (
    <li className={cx("flex items-start border-line not-first:border-t", !read && "bg-paper")}>
      <button
        type="button"
        data-row=""
        onClick={onChoose}
        className="flex min-w-0 flex-1 items-start gap-3 py-3 pl-4 text-left hover:bg-sunk focus-visible:-outline-offset-2"
      >
        <Icon className={cx("mt-0.5 size-4.5 shrink-0", className)} />
        <span className="min-w-0 flex-1">
          <span className={cx("block wrap-anywhere", read ? "font-medium" : "font-strong")}>
            {!read && <VisuallyHidden>Unread: </VisuallyHidden>}
            {title}
          </span>
          {message && <span className="line-clamp-3 block text-sm wrap-anywhere text-ink-2">{message}</span>}
          <span className="block pt-0.5 text-xs text-ink-3">{relativeTime(timestamp, now)}</span>
        </span>
        {!read && <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-brand" />}
      </button>
      <IconButton size="sm" label={`Dismiss ${title}`} icon={<X />} onClick={onDismiss} className="m-1.5" />
    </li>
  );
}
