import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

/** Position of a picture: `zoom` is 1 when it fits; x and y are pixels from the center; turn in degrees. */
type PanZoom = { zoom: number; x: number; y: number; turn: number };

type Size = { width: number; height: number };
type Point = { x: number; y: number };

const atRest: PanZoom = { zoom: 1, x: 0, y: 0, turn: 0 };
const MOST = 16;
const STEP = 1.25;
/** Pixels that an arrow key pans. */
const NUDGE = 60;

/** Screen pixels per pixel of the picture when the whole of it fits. */
export function fitScale(stage: Size, picture: Size, turn: number): number {
  const [width, height] =
    turn % 180 === 0 ? [picture.width, picture.height] : [picture.height, picture.width];
  return width > 0 && height > 0 && stage.width > 0
    ? Math.min(stage.width / width, stage.height / height)
    : 1;
}

/** Limits panning to what overflows the viewport. */
export function clamped(place: PanZoom, stage: Size, picture: Size): PanZoom {
  const zoom = Math.min(MOST, Math.max(1, place.zoom));
  const scale = fitScale(stage, picture, place.turn) * zoom;
  const [width, height] =
    place.turn % 180 === 0 ? [picture.width, picture.height] : [picture.height, picture.width];
  const [right, down] = [
    Math.max(0, (width * scale - stage.width) / 2),
    Math.max(0, (height * scale - stage.height) / 2),
  ];
  return {
    ...place,
    zoom,
    x: Math.min(right, Math.max(-right, place.x)),
    y: Math.min(down, Math.max(-down, place.y)),
  };
}

/** Zooms around `at` (pixels from the stage's center). */
export function zoomedAt(place: PanZoom, factor: number, at: Point): PanZoom {
  const zoom = Math.min(MOST, Math.max(1, place.zoom * factor));
  const real = zoom / place.zoom;
  return { ...place, zoom, x: at.x - (at.x - place.x) * real, y: at.y - (at.y - place.y) * real };
}

/**
 * Zooms and pans a picture on a stage: wheel and pinch zoom at the pointer, one finger or the mouse drags, keys do
 * both.
 */
export function usePanZoom(
  stage: RefObject<HTMLElement | null>,
  picture: Size | null,
  /** Takes over a drag, for another use of it. */
  onDrag?: ((dx: number, dy: number) => void) | undefined,
) {
  const [place, setPlace] = useState<PanZoom>(atRest);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const fingers = useRef(new Map<number, Point>());
  const known = picture ?? { width: 0, height: 0 };

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);

  const change = (next: (before: PanZoom) => PanZoom) =>
    setPlace((before) => clamped(next(before), size, known));
  const offMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect();
    return box
      ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
      : { x: 0, y: 0 };
  };
  const zoomBy = (factor: number, at: Point = { x: 0, y: 0 }) =>
    change((before) => zoomedAt(before, factor, at));

  // React's wheel listeners are passive; the page must not scroll along.
  const onWheel = useRef<(event: WheelEvent) => void>(undefined);
  onWheel.current = (event) => {
    event.preventDefault();
    zoomBy(1.0015 ** -event.deltaY, offMiddle(event));
  };
  useEffect(() => {
    const element = stage.current;
    const listen = (event: WheelEvent) => onWheel.current?.(event);
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, [stage]);

  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = offMiddle(event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (other) {
      const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y);
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      change((at) => {
        const zoomed = zoomedAt(at, apart(now) / Math.max(1, apart(before)), middle);
        return { ...zoomed, x: zoomed.x + dx / 2, y: zoomed.y + dy / 2 };
      });
    } else if (onDrag) onDrag(dx, dy);
    else change((at) => ({ ...at, x: at.x + dx, y: at.y + dy }));
  };
  const lift = (event: PointerEvent) => void fingers.current.delete(event.pointerId);

  const arrows: Record<string, Point> = {
    ArrowLeft: { x: NUDGE, y: 0 },
    ArrowRight: { x: -NUDGE, y: 0 },
    ArrowUp: { x: 0, y: NUDGE },
    ArrowDown: { x: 0, y: -NUDGE },
  };
  const actions = {
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    fit: () => setPlace((before) => ({ ...atRest, turn: before.turn })),
    rotate: () => change((before) => ({ ...atRest, turn: (before.turn + 90) % 360 })),
  };
  /** True when the key was handled. */
  const onKey = (key: string): boolean => {
    const by = arrows[key];
    if (by) {
      const next = clamped({ ...place, x: place.x + by.x, y: place.y + by.y }, size, known);
      if (next.x === place.x && next.y === place.y) return false;
      setPlace(next);
      return true;
    }
    const act = {
      "+": actions.zoomIn,
      "=": actions.zoomIn,
      "-": actions.zoomOut,
      "0": actions.fit,
      r: actions.rotate,
    }[key.toLowerCase()];
    act?.();
    return act !== undefined;
  };

  const scale = fitScale(size, known, place.turn) * place.zoom;
  return {
    ...actions,
    onKey,
    place,
    /** Screen pixels per pixel of the picture. */
    scale,
    isFit: place.zoom === 1,
    stageProps: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        stage.current?.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, offMiddle(event));
      },
      onPointerMove,
      onPointerUp: lift,
      onPointerCancel: lift,
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        place.zoom > 1 ? actions.fit() : zoomBy(2.5, offMiddle(event)),
    },
    /** Centers the picture, drawn at its own size, on the stage. */
    style: {
      position: "absolute",
      left: "50%",
      top: "50%",
      width: known.width,
      height: known.height,
      maxWidth: "none",
      transform: `translate(-50%, -50%) translate(${place.x}px, ${place.y}px) rotate(${place.turn}deg) scale(${scale})`,
    } as const,
  };
}
