import { type PointerEvent, useRef, useState } from "react";
import { INK, INK_WIDTH, type Point, pathOf, type Stroke } from "./strokes.ts";

const pointOf = (pad: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
  const { left, top } = pad.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};

/** A pad on which a signature is drawn with a finger, a pen or a mouse. Until the first stroke it shows the saved one. */
export function SignaturePad({
  strokes,
  saved,
  onStroke,
}: {
  strokes: readonly Stroke[];
  /** The address of the picture. */
  saved: string | null;
  onStroke: (stroke: Stroke) => void;
}) {
  const [drawn, setDrawn] = useState<Stroke | null>(null);
  const pointer = useRef<number | null>(null);
  const isDrawing = drawn !== null;
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (pointer.current !== null || event.button !== 0) return;
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    setDrawn([pointOf(event.currentTarget, event)]);
  };
  const goOn = (event: PointerEvent<SVGSVGElement>) => {
    if (pointer.current !== event.pointerId) return;
    // A fast hand makes more points than the screen shows frames.
    const all = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const points = (all.length > 0 ? all : [event]).map((each) => pointOf(event.currentTarget, each));
    setDrawn((stroke) => [...(stroke ?? []), ...points]);
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    if (pointer.current !== event.pointerId) return;
    pointer.current = null;
    if (drawn) onStroke(drawn);
    setDrawn(null);
  };
  const isEmpty = strokes.length === 0 && !isDrawing;
  return (
    <div className="relative aspect-[11/5] overflow-hidden rounded-md border border-line-control bg-white md:aspect-[9/2]">
      <span aria-hidden="true" className="absolute inset-x-5 bottom-1/4 border-b border-line-strong" />
      {isEmpty && saved !== null && (
        <img
          src={saved}
          alt="Your saved signature"
          className="absolute inset-x-8 top-[12%] h-[66%] w-auto max-w-[calc(100%-4rem)] object-contain object-left-bottom"
        />
      )}
      <svg
        role="img"
        aria-label={isEmpty ? "Pad to sign on" : "Your signature, not saved yet"}
        className="absolute inset-0 size-full touch-none cursor-crosshair"
        onPointerDown={begin}
        onPointerMove={goOn}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {[...strokes, ...(drawn ? [drawn] : [])].map((stroke, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only added and taken off at the end
            key={index}
            d={pathOf(stroke)}
            fill="none"
            stroke={INK}
            strokeWidth={INK_WIDTH}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ))}
      </svg>
    </div>
  );
}
