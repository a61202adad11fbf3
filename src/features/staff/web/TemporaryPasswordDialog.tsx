import { Copy, KeyRound } from "lucide-react";
import { useRef } from "react";
import { TEMPORARY_HOURS, type TemporaryPassword } from "#features/staff/contract.ts";
import { copyShown } from "#web/printing/copy-shown.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";

/** The one time that a temporary password is shown. Only its button closes it, so that no stray key takes it away. */
export function TemporaryPasswordDialog({
  of: { tempPassword, firstName, lastName },
  onClose,
}: {
  of: TemporaryPassword;
  onClose: () => void;
}) {
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    if (shown.current && (await copyShown(shown.current)))
      notify({ kind: "success", title: "Copied to clipboard" });
    else notify({ kind: "error", title: "Not copied", description: "Press Ctrl+C, or write it down." });
  };
  return (
    <Dialog
      open
      locked
      compact
      size="sm"
      title="Temporary password"
      head={
        <Badge tone="warn" icon={<KeyRound />}>
          Shown once
        </Badge>
      }
      onClose={onClose}
      foot={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-4">
        <p className="text-pretty">
          <b className="font-strong wrap-anywhere">
            {firstName} {lastName}
          </b>{" "}
          uses this password once, then sets their own. It expires in {TEMPORARY_HOURS} hours.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <code
            ref={shown}
            className="flex min-h-control min-w-0 flex-1 basis-60 items-center rounded-md border border-line-strong bg-paper px-3 py-1 font-mono text-md wrap-anywhere select-all"
          >
            {tempPassword}
          </code>
          <Button variant="primary" data-autofocus="" icon={<Copy />} onClick={() => void copy()}>
            Copy
          </Button>
        </div>
        <p className="text-sm text-ink-2">
          You won't be able to see it again. If it's lost, create a new one.
        </p>
      </div>
    </Dialog>
  );
}
