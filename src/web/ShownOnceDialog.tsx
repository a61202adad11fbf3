import { Copy, KeyRound } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { copyShown } from "./printing/copy-shown.ts";
import { Badge } from "./ui/Badge.tsx";
import { Button } from "./ui/Button.tsx";
import { Dialog } from "./ui/overlays/Dialog.tsx";
import { notify } from "./ui/overlays/notify.ts";

/** Shows a secret, which happens once. Only its button closes it, so that no stray key does. */
export function ShownOnceDialog({
  title,
  about,
  secret,
  ifLost,
  onClose,
}: {
  title: string;
  about: ReactNode;
  secret: string;
  ifLost: string;
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
      title={title}
      head={
        <Badge tone="warn" icon={<KeyRound />}>
          Shown once
        </Badge>
      }
      onClose={onClose}
      foot={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-4">
        <p className="text-pretty">{about}</p>
        <div className="flex flex-wrap items-center gap-3">
          <code
            ref={shown}
            className="flex min-h-control min-w-0 flex-1 basis-60 items-center rounded-md border border-line-strong bg-paper px-3 py-1 font-mono text-md wrap-anywhere select-all"
          >
            {secret}
          </code>
          <Button variant="primary" data-autofocus="" icon={<Copy />} onClick={() => void copy()}>
            Copy
          </Button>
        </div>
        <p className="text-sm text-ink-2">{ifLost}</p>
      </div>
    </Dialog>
  );
}
