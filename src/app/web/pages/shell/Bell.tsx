import { useRouter } from "@tanstack/react-router";
import type { Dialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import { notifications } from "#features/notifications/contract.ts";
import { NotificationBell } from "#features/notifications/web/NotificationBell.tsx";
import { IfCan, useCan } from "#web/data/session.tsx";

/** The notification bell of a clinic's members, whose targets open here. */
export function Bell({ dialogs, onBrand }: { dialogs: Dialogs; onBrand?: boolean }) {
  const can = useCan();
  const router = useRouter();
  return (
    <IfCan do={notifications}>
      <NotificationBell
        {...(onBrand && { onBrand })}
        targetOf={async (notification) => {
          const { linkOf } = await import("./notification-link.ts");
          const target = linkOf(notification, can);
          if (!target) return null;
          return () =>
            "href" in target ? router.history.push(target.href) : dialogs.openRecord(target.patientId);
        }}
      />
    </IfCan>
  );
}
