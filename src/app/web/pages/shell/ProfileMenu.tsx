import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { IdCard, Keyboard, LogOut } from "lucide-react";
import type { ReactElement } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { isDoctor } from "#shared/permissions.ts";
import { signOut } from "#web/data/session.tsx";
import { roleNames } from "#web/home-of-role.ts";
import { useKeyHint } from "#web/shortcuts.ts";
import { ProfileButton } from "#web/ui/frame/TopBar.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { pageAt } from "./navigation.tsx";

/** The user's name and role, and Logout. */
export function ProfileMenu({
  user,
  name,
  trigger,
  onShortcuts,
}: {
  user: CurrentUser;
  name: string;
  /** For the staff's header, which has Logout as a button. */
  trigger?: ReactElement;
  onShortcuts: () => void;
}) {
  const hint = useKeyHint();
  const queries = useQueryClient();
  const router = useRouter();
  return (
    <Menu
      trigger={trigger ?? <ProfileButton name={name} caption={roleNames[user.role]} />}
      title={name}
      detail={user.email}
      titleOnDesk
      items={[
        ...(user.role === "owner" && user.doctors
          ? [
              {
                label: pageAt("/my-practice").title,
                icon: pageAt("/my-practice").icon,
                onSelect: () => router.history.push("/my-practice"),
              },
            ]
          : []),
        ...(isDoctor(user.role)
          ? [
              {
                label: "Staff Access",
                icon: <IdCard />,
                onSelect: () => router.history.push("/staff-access"),
              },
            ]
          : []),
        ...(["/security", "/change-password"] as const).map((path) => ({
          label: pageAt(path).title,
          icon: pageAt(path).icon,
          onSelect: () => router.history.push(path),
        })),
        {
          label: "Keyboard shortcuts",
          icon: <Keyboard />,
          shortcut: hint("help"),
          onSelect: onShortcuts,
        },
        ...(trigger
          ? []
          : ["divider" as const, { label: "Log out", icon: <LogOut />, onSelect: () => signOut(queries) }]),
      ]}
    />
  );
}
