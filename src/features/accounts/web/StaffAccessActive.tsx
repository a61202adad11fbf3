import { Check, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { type Permission, permissionCatalogue } from "#shared/permissions.ts";
import { roleNames } from "#web/home-of-role.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Initials } from "#web/ui/Initials.tsx";

/** The staff login panel after login: whose account it is, what it may do, and the button that returns. */
export function StaffAccessActive({
  user,
  onSwitch,
  isSwitching,
  quickActions,
}: {
  user: CurrentUser;
  onSwitch: () => void;
  isSwitching: boolean;
  /** Those that the permissions allow. */
  quickActions: ReactNode;
}) {
  const name = fullName(user) || user.email;
  const granted = user.permissions as Permission[];
  return (
    <Section
      title="Access Active"
      note={
        <Badge tone="ok" icon={<ShieldCheck />}>
          {roleNames[user.role]}
        </Badge>
      }
      foot={
        <Button
          variant="primary"
          className="max-md:w-full"
          onClick={onSwitch}
          busy={isSwitching}
          busyLabel="Switching…"
        >
          Switch to Owner
        </Button>
      }
    >
      <div className="flex items-center gap-3">
        <Initials name={name} of="user" size={44} brand />
        <p className="min-w-0">
          <b className="block font-strong text-balance">{name}</b>
          <span className="block text-sm break-all text-ink-2">{user.email}</span>
        </p>
      </div>
      <p className="mt-3 max-w-[60ch] text-sm text-ink-2">
        Everything you open now follows this account's permissions. The record history names this account and
        the clinic owner.
      </p>
      <h3 className="mt-5 mb-2 font-strong">Permissions</h3>
      {granted.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {granted.map((permission) => (
            <li key={permission}>
              <Badge icon={<Check />}>{permissionCatalogue[permission].label}</Badge>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-2">
          This account has no permissions yet. The clinic owner grants them under Staff.
        </p>
      )}
      {quickActions}
    </Section>
  );
}
