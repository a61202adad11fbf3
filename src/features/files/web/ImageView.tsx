import { useEffect, useRef, useState } from "react";
import { usePanZoom } from "./use-pan-zoom.ts";
import { type ViewProps, ViewTools, ZoomTools } from "./ViewTools.tsx";

/** A picture with zoom, pan and rotation. */
export function ImageView({ file, name, takeKeys, onProblem }: ViewProps) {
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const view = usePanZoom(stage, size);
  useEffect(() => {
    takeKeys(view.onKey);
  });
  useEffect(() => {
    const made = URL.createObjectURL(file);
    if (image.current) image.current.src = made;
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const isTorn = () => onProblem("This picture is damaged and cannot be shown.");
  return (
    <>
      <ViewTools>
        <ZoomTools view={view} />
      </ViewTools>
      <div
        ref={stage}
        {...view.stageProps}
        data-print="unclipped"
        className="relative min-h-0 flex-1 cursor-grab touch-none overflow-hidden bg-film active:cursor-grabbing"
      >
        <img
          ref={image}
          alt={name}
          draggable={false}
          className="select-none"
          style={view.style}
          onLoad={({ currentTarget: picture }) =>
            isBlank(picture)
              ? isTorn()
              : setSize({ width: picture.naturalWidth, height: picture.naturalHeight })
          }
          onError={isTorn}
        />
      </div>
    </>
  );
}

/** A picture that is truncated after its header fires `load` all the same, and shows nothing. */
function isBlank(picture: HTMLImageElement): boolean {
  const side = 16;
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) return false;
  context.drawImage(picture, 0, 0, side, side);
  return context.getImageData(0, 0, side, side).data.every((value) => value === 0);
}
