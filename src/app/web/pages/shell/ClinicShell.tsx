import { useNavigate, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Dialogs, useDialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import type { CurrentUser } from "#features/accounts/contract.ts";
import type { ScreenPath } from "#shared/screen-paths.ts";
import { useCan } from "#web/data/session.tsx";
import { staffDashboardName } from "#web/home-of-role.ts";
import { Frame } from "./Frame.tsx";
import { shellFootItems, shellItems, titleAt } from "./navigation.tsx";

/** The frame of pages with their own URL: the sidebar depends on the role, the title on the path. */
export function ClinicShell({
  user,
  path,
  hasOwnAdd,
  hasPrimary,
  hasNoAdd,
  children,
}: {
  user: CurrentUser;
  path: ScreenPath;
  hasOwnAdd?: boolean;
  hasPrimary?: boolean;
  hasNoAdd?: boolean;
  children: (dialogs: Dialogs) => ReactNode;
}) {
  const dialogs = useDialogs();
  const can = useCan();
  const router = useRouter();
  const navigate = useNavigate();
  const isHome = path === "/staff-dashboard";
  const { title, isInHeader } = titleAt(path);
  return (
    <Frame
      user={user}
      items={shellItems(user, can)}
      footItems={shellFootItems}
      current={path}
      title={(isHome && staffDashboardName(user.role)) || title}
      headerTitle={isInHeader ? "desk" : null}
      isStaffHome={isHome}
      dialogs={dialogs}
      {...(hasOwnAdd && { hasOwnAdd })}
      {...(hasPrimary && { hasPrimary })}
      {...(hasNoAdd && { hasNoAdd })}
      onNavigate={(href) => router.history.push(href)}
      onSearch={(q) => void navigate({ to: "/patients", search: q ? { q } : {} })}
    >
      {children(dialogs)}
    </Frame>
  );
}
