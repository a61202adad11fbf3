import { useState } from "react";
import type { StaffAccount } from "#features/staff/contract.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { permissionCatalogue, permissions } from "#shared/permissions.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/frame/Section.tsx";

/** Names in the first two or three lines; a large clinic expands the rest. */
const shownFirst = 8;

/** Each right, what it allows, and which active staff have it. */
export function PermissionManagement({ accounts }: { accounts: readonly StaffAccount[] }) {
  const active = accounts.filter(({ isActive }) => isActive);
  return (
    <Section flush>
      <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
        The clinic owner has every permission. Changes take effect immediately.
      </p>
      <ul aria-label="Permissions">
        {permissions.map((permission) => {
          const { label, description } = permissionCatalogue[permission];
          const holders = active.filter((account) => account.permissions.includes(permission));
          return (
            <li
              key={permission}
              className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 md:grid-cols-2 md:items-center"
            >
              <div>
                <p className="font-medium">{label}</p>
                <p className="text-sm text-ink-2">{description}</p>
              </div>
              {holders.length > 0 ? (
                <Holders label={`Staff with permission: ${label}`} holders={holders} />
              ) : (
                <p className="text-sm text-ink-3">Owner only</p>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Holders({ label, holders }: { label: string; holders: readonly StaffAccount[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? holders : holders.slice(0, shownFirst);
  return (
    <div>
      <ul aria-label={label} className="flex flex-wrap gap-1.5">
        {shown.map((account) => (
          <li key={account.id} className="flex min-w-0">
            <Badge
              tone="plain"
              className="h-auto! min-h-5.5 py-0.5 leading-4! whitespace-normal! wrap-anywhere"
            >
              {fullName(account)}
            </Badge>
          </li>
        ))}
      </ul>
      {holders.length > shownFirst && (
        <Button variant="link" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${holders.length}`}
        </Button>
      )}
    </div>
  );
}
