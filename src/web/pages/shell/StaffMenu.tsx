import { useNavigate } from "@tanstack/react-router";
import { ChevronDown, KeyRound, ShieldCheck } from "lucide-react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { roleNames } from "#web/home-of-role.ts";
import { Menu } from "#web/ui/overlays/Menu.tsx";

/** Who is signed in, and what is the account's own. */
export function StaffMenu({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex min-h-control min-w-0 items-center gap-2 rounded-md text-right focus-visible:outline-current max-md:mr-auto max-md:text-left"
        >
          <span className="min-w-0 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2">
            <span className="block font-medium">{name}</span>
            <span className="block text-sm">{roleNames[user.role]}</span>
          </span>
          <ChevronDown className="shrink-0" />
        </button>
      }
      title={name}
      detail={user.email}
      titleOnDesk
      items={[
        {
          label: "Account security",
          icon: <ShieldCheck />,
          onSelect: () => void navigate({ to: "/security" }),
        },
        {
          label: "Change password",
          icon: <KeyRound />,
          onSelect: () => void navigate({ to: "/change-password" }),
        },
      ]}
    />
  );
}
