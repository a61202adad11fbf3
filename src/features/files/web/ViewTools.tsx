import { Maximize, RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#web/ui/IconButton.tsx";

/** Handles a key in a view; true when it was handled. */
export type KeyTaker = (key: string) => boolean;

export type ViewProps = {
  file: Blob;
  name: string;
  /** Registers the handler for keys pressed anywhere in the viewer. */
  takeKeys: (taker: KeyTaker) => void;
  /** The file cannot be shown: the reason replaces the view, next to Download. */
  onProblem: (reason: string) => void;
};

/** A file that the server draws, by its path. */
export type DicomViewProps = Omit<ViewProps, "file"> & {
  path: string;
  /** It could not be loaded now; another try may help. */
  onFailed: (reason: string) => void;
};

/** The toolbar above a file. */
export function ViewTools({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would make a form of it
    <div
      role="group"
      aria-label="View"
      data-print="no"
      className="flex shrink-0 flex-wrap items-center gap-x-1 gap-y-1.5 border-b border-line px-3 py-1.5 max-md:gap-x-0 max-md:px-1.5 md:px-5"
    >
      {children}
    </div>
  );
}

/** The zoom of a file, and its controls. */
type Zoomed = {
  /** Screen pixels per pixel of the file at its own size. */
  scale: number;
  isFit: boolean;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  rotate: () => void;
};

export function ZoomTools({ view, fitLabel = "Fit" }: { view: Zoomed; fitLabel?: string }) {
  return (
    <>
      <IconButton label="Zoom out (-)" size="sm" icon={<ZoomOut />} onClick={view.zoomOut} />
      <span role="status" aria-label="Zoom" className="min-w-11 text-center text-sm text-ink-2 tabular-nums">
        {Math.round(view.scale * 100)}%
      </span>
      <IconButton label="Zoom in (+)" size="sm" icon={<ZoomIn />} onClick={view.zoomIn} />
      <IconButton
        label={`${fitLabel} (0)`}
        size="sm"
        icon={<Maximize />}
        aria-pressed={view.isFit}
        onClick={view.fit}
      />
      <IconButton label="Rotate (R)" size="sm" icon={<RotateCw />} onClick={view.rotate} />
    </>
  );
}
