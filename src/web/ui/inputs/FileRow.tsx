import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../Button.tsx";
import { cx } from "../cx.ts";
import { Progress } from "../feedback/Progress.tsx";
import { IconButton } from "../IconButton.tsx";
import { FileSheet } from "./FileSheet.tsx";
import { fileSize } from "./file-rules.ts";

interface FileRowProps {
  name: string;
  size?: number | undefined;
  /** A local picture gets a thumbnail. */
  file?: File | undefined;
  /** Missing for a stored file. */
  state?: { kind: "sending"; fraction: number } | { kind: "failed" | "refused"; reason: string } | undefined;
  onCancel?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
  onAnother?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** One file: uploading, stored, failed or refused. */
export function FileRow({ name, size, file, state, onCancel, onRetry, onAnother, onRemove }: FileRowProps) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
      <FileSheet name={name}>{file && <Thumbnail file={file} />}</FileSheet>
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
          <Button size="sm" variant="ghost" aria-label={`Try Again: ${name}`} onClick={onRetry}>
            Try Again
          </Button>
        )}
        {state?.kind === "refused" && (
          <Button size="sm" variant="ghost" onClick={onAnother}>
            Choose Another
          </Button>
        )}
        {state?.kind !== "sending" && onRemove && (
          <IconButton size="sm" label={`Remove ${name}`} icon={<X />} onClick={onRemove} />
        )}
      </div>
    </li>
  );
}

/** Over the sheet of a local picture. */
function Thumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isGone = false;
    if (file.type.startsWith("image/") && typeof createImageBitmap !== "undefined")
      void drawSmall(file, () => (isGone ? null : canvas.current)).then(setDrawn);
    return () => {
      isGone = true;
    };
  }, [file]);
  return (
    <canvas
      ref={canvas}
      width={64}
      height={76}
      data-thumbnail={isDrawn ? "drawn" : undefined}
      className={cx("absolute inset-0 size-full", !isDrawn && "hidden")}
    />
  );
}

/** Fills the canvas with the center of the picture. False when the browser cannot decode it. */
async function drawSmall(file: File, canvasOf: () => HTMLCanvasElement | null): Promise<boolean> {
  try {
    const picture = await createImageBitmap(file, { resizeWidth: 160, resizeQuality: "medium" });
    const canvas = canvasOf();
    const scale = canvas && Math.max(canvas.width / picture.width, canvas.height / picture.height);
    if (scale) {
      const [width, height] = [picture.width * scale, picture.height * scale];
      canvas
        .getContext("2d")
        ?.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
    }
    picture.close();
    return Boolean(scale);
  } catch {
    return false;
  }
}
