import { useNavigate } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { secondFactor } from "#features/accounts/security-contract.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { rowIcon, SecurityRow } from "./SecurityRow.tsx";

export function PasswordRow() {
  const navigate = useNavigate();
  const changedAt = useCall(secondFactor, {}).data?.passwordChangedAt;
  return (
    <SecurityRow
      icon={<KeyRound {...rowIcon} />}
      title="Password"
      note={`${
        changedAt === undefined ? "" : `Changed ${formatDay(manilaDay(new Date(changedAt)))}. `
      }A new one logs you out on every other device.`}
    >
      <Button aria-label="Change password" onClick={() => void navigate({ to: "/change-password" })}>
        Change
      </Button>
    </SecurityRow>
  );
}
