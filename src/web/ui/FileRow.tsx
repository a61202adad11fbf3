import { X } from "lucide-react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { fileKind, fileSize } from "./file-rules.ts";
import { IconButton } from "./IconButton.tsx";
import { Progress } from "./Progress.tsx";

export interface FileRowProps {
  name: string;
  size?: number | undefined;
  /** Left out for a file that is there. */
  state?: { kind: "sending"; fraction: number } | { kind: "failed" | "refused"; reason: string } | undefined;
  onCancel?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
  onAnother?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** One file on its way, there, failed or refused. */
export function FileRow({ name, size, state, onCancel, onRetry, onAnother, onRemove }: FileRowProps) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
      <FileSheet name={name} />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        {state === undefined && size !== undefined && (
          <p className="text-sm text-ink-3 tabular-nums">{fileSize(size)}</p>
        )}
        {state?.kind === "sending" && (
          <Progress label={`Sending ${name}`} value={state.fraction} className="mt-1.25" />
        )}
        {(state?.kind === "failed" || state?.kind === "refused") && (
          <p role="alert" className="text-sm text-bad">
            {state.reason}
          </p>
        )}
      </div>
      <div className="flex items-center gap-1">
        {state?.kind === "sending" && (
          <Button size="sm" variant="ghost" aria-label={`Cancel ${name}`} onClick={onCancel}>
            Cancel
          </Button>
        )}
        {state?.kind === "failed" && (
          <Button size="sm" variant="ghost" aria-label={`Retry ${name}`} onClick={onRetry}>
            Retry
          </Button>
        )}
        {state?.kind === "refused" && (
          <Button size="sm" variant="ghost" onClick={onAnother}>
            Choose another
          </Button>
        )}
        {state?.kind !== "sending" && onRemove && (
          <IconButton
            size="sm"
            label={`Remove ${name}`}
            icon={<X aria-hidden="true" className="size-4" />}
            onClick={onRemove}
          />
        )}
      </div>
    </li>
  );
}

/** A file as a little sheet with its corner cut and its kind written on it; dark for pictures of the body. */
export function FileSheet({ name }: { name: string }) {
  const kind = fileKind(name);
  const dark = kind === "DCM" || kind === "DICO";
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid h-9.5 w-8 shrink-0 items-end justify-items-center rounded-[3px_8px_3px_3px] pb-1.25 text-[0.59375rem]/none font-strong",
        dark ? "bg-film text-white" : "bg-sunk text-ink-2 inset-ring-1 inset-ring-line-strong",
      )}
    >
      {kind}
    </span>
  );
}
