import { Ban, Check, KeyRound, Pencil, ShieldOff } from "lucide-react";
import type { StaffAccount } from "#features/staff/contract.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { permissionCatalogue } from "#shared/permissions.ts";
import { roleNames } from "#web/home-of-role.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Initials } from "#web/ui/Initials.tsx";

export type StaffAction = "edit" | "password" | "second-factor" | "deactivate";

/** One account: name, status, rights, and the owner's actions. */
export function StaffCard({ account, onAct }: { account: StaffAccount; onAct: (act: StaffAction) => void }) {
  const { email, role, permissions, isActive, passwordChanged } = account;
  const name = fullName(account);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,17rem)_auto] @4xl:items-center">
      <div className="flex items-center gap-3">
        <Initials name={name} of="user" size={36} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
            <span className={isActive ? "font-strong wrap-anywhere" : "font-strong text-ink-2 wrap-anywhere"}>
              {name}
            </span>
            {isActive ? (
              <Badge tone="ok" icon={<Check />}>
                Active
              </Badge>
            ) : (
              <Badge icon={<Ban />}>Inactive</Badge>
            )}
            {!passwordChanged && (
              <Badge tone="warn" icon={<KeyRound />}>
                Setup Required
              </Badge>
            )}
          </div>
          <p className="text-sm text-ink-2 wrap-anywhere">
            {email} · {roleNames[role]}
          </p>
        </div>
      </div>
      {permissions.length > 0 ? (
        <ul aria-label={`Permissions of ${name}`} className="text-sm/4.5 text-ink-2">
          {permissions.map((permission) => (
            <li key={permission} className="inline not-last:after:content-[',_']">
              {permissionCatalogue[permission].label}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-3">No permissions</p>
      )}
      <div className="-mx-2.5 flex flex-wrap md:gap-1 @4xl:mx-0 @4xl:justify-end">
        <Button
          variant="ghost"
          size="sm"
          icon={<Pencil />}
          aria-label={`Edit ${name}`}
          onClick={() => onAct("edit")}
        >
          Edit
        </Button>
        {isActive && (
          <>
            <Button
              variant="ghost"
              size="sm"
              icon={<KeyRound />}
              aria-label={`New Password for ${name}`}
              onClick={() => onAct("password")}
            >
              New Password
            </Button>
            <Button
              variant="ghost"
              size="sm"
              icon={<ShieldOff />}
              aria-label={`Reset Two-Step Sign-In of ${name}`}
              onClick={() => onAct("second-factor")}
            >
              Reset Two-Step Sign-In
            </Button>
            <Button
              variant="ghost"
              size="sm"
              icon={<Ban />}
              aria-label={`Deactivate ${name}`}
              onClick={() => onAct("deactivate")}
            >
              Deactivate
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
