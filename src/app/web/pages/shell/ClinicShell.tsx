import { useNavigate, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Dialogs, useDialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import type { CurrentUser } from "#features/accounts/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { ScreenPath } from "#shared/screen-paths.ts";
import { IfCan, useCan } from "#web/data/session.tsx";
import { staffDashboardName } from "#web/home-of-role.ts";
import { Frame } from "./Frame.tsx";
import { shellFootItems, shellItems, titleAt } from "./navigation.tsx";
import { WithUser } from "./WithUser.tsx";

type ClinicPageProps = Omit<Parameters<typeof ClinicShell>[0], "user"> & {
  /** The call without which the page has nothing to show. */
  needs?: Endpoint;
  /** Instead of the page's content, for users who may not make it. */
  restricted?: ReactNode;
};

/** A page with its own URL for all members of a clinic. */
export const ClinicPage = ({ needs, restricted, children, ...shell }: ClinicPageProps) => (
  <WithUser allowed={["owner", "staff", "secretary"]}>
    {(user) => (
      <ClinicShell user={user} {...shell}>
        {(dialogs) =>
          needs ? (
            <IfCan do={needs} otherwise={restricted}>
              {children(dialogs)}
            </IfCan>
          ) : (
            children(dialogs)
          )
        }
      </ClinicShell>
    )}
  </WithUser>
);

/** The frame of pages with their own URL: the sidebar depends on the role, the title on the path. */
export function ClinicShell({
  user,
  path,
  hasOwnAdd,
  hasNoAdd,
  children,
}: {
  user: CurrentUser;
  path: ScreenPath;
  hasOwnAdd?: boolean;
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
      {...(hasNoAdd && { hasNoAdd })}
      onNavigate={(href) => router.history.push(href)}
      onSearch={(q) => void navigate({ to: "/patients", search: q ? { q } : {} })}
    >
      {children(dialogs)}
    </Frame>
  );
}
