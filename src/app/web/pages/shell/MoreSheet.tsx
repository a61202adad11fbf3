import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeftRight, LogOut } from "lucide-react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { signOut } from "#web/data/session.tsx";
import { roleNames } from "#web/home-of-role.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Count } from "#web/ui/Count.tsx";
import { followLink, type NavItem } from "#web/ui/frame/nav-item.ts";
import { Initials } from "#web/ui/Initials.tsx";
import { Drawer } from "#web/ui/overlays/Drawer.tsx";
import { useSwitchToOwner } from "./use-switch-to-owner.ts";

const rowClass =
  "flex min-h-12 w-full items-center gap-3 rounded-md px-2 text-left font-medium text-ink no-underline hover:bg-sunk aria-[current]:bg-sunk [&_svg]:size-5 [&_svg]:text-ink-3 aria-[current]:[&_svg]:text-brand-text";

/** What does not fit in the phone's bar: further pages, the user's name, and Logout. */
export function MoreSheet({
  open,
  onClose,
  user,
  name,
  items,
  current,
  onNavigate,
}: {
  open: boolean;
  onClose: () => void;
  user: CurrentUser;
  name: string;
  items: readonly NavItem[];
  current: string;
  onNavigate: (href: string) => void;
}) {
  const queries = useQueryClient();
  const { switchToOwner } = useSwitchToOwner();
  const go = (href: string) => {
    onClose();
    onNavigate(href);
  };
  return (
    <Drawer open={open} onClose={onClose} title="More">
      <div className="flex items-center gap-3 border-b border-line pb-3">
        <Initials name={name} of="user" size={44} brand />
        <span className="min-w-0 flex-1">
          <b className="block font-strong text-balance">{name}</b>
          <span className="block text-sm break-all text-ink-3">{user.email}</span>
        </span>
        <Badge>{roleNames[user.role]}</Badge>
      </div>
      <ul className="grid pt-2">
        {items.map(({ id, label, href, icon, count = 0 }) => (
          <li key={href}>
            <a
              href={href}
              onClick={followLink(go, href)}
              aria-current={id === current ? "page" : undefined}
              className={rowClass}
            >
              {icon}
              {label}
              {count > 0 && <Count value={count} className="ml-auto" />}
            </a>
          </li>
        ))}
        {user.isStaffMode && (
          <li>
            <button
              type="button"
              className={rowClass}
              onClick={() => {
                onClose();
                switchToOwner();
              }}
            >
              <ArrowLeftRight />
              Back to Owner
            </button>
          </li>
        )}
        <li>
          <button type="button" className={rowClass} onClick={() => signOut(queries)}>
            <LogOut />
            Log out
          </button>
        </li>
      </ul>
    </Drawer>
  );
}
