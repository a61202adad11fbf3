import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { useSwitchToOwner } from "../use-switch-to-owner.ts";
import { Cover } from "./Cover.tsx";

/** Covers the page of staff mode whose account was deactivated, until the owner returns. */
export function StaffModeEnded({ onLeave }: { onLeave: () => void }) {
  const { switchToOwner, isSwitching } = useSwitchToOwner();
  return (
    <>
      <Cover />
      <Dialog
        open
        locked
        compact
        size="sm"
        onClose={() => undefined}
        closeOutside={false}
        title="Staff mode has ended"
        description="This staff account can no longer be used."
      >
        <div className="grid gap-2">
          <Button variant="primary" block busy={isSwitching} busyLabel="Switching…" onClick={switchToOwner}>
            Back to Owner
          </Button>
          <Button variant="link" block onClick={onLeave}>
            Log out
          </Button>
        </div>
      </Dialog>
    </>
  );
}
