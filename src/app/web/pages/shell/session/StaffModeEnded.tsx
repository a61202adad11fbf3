import { Button } from "#web/ui/Button.tsx";
import { useSwitchToOwner } from "../use-switch-to-owner.ts";
import { Cover } from "./Cover.tsx";

/** Covers the page of staff mode whose account was deactivated, until the owner returns. */
export function StaffModeEnded({ onLeave }: { onLeave: () => void }) {
  const { switchToOwner, isSwitching } = useSwitchToOwner();
  return (
    <Cover title="Staff mode has ended" description="This staff account can no longer be used.">
      <div className="grid gap-2">
        <Button variant="primary" block busy={isSwitching} busyLabel="Switching…" onClick={switchToOwner}>
          Back to Owner
        </Button>
        <Button variant="link" block onClick={onLeave}>
          Log out
        </Button>
      </div>
    </Cover>
  );
}
