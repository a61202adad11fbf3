/** Selects a frame of a series. */
export function FrameSlider({
  frames,
  at,
  onFrame,
}: {
  frames: number;
  at: number;
  onFrame: (index: number) => void;
}) {
  return (
    <label
      data-print="no"
      className="flex shrink-0 items-center gap-3 border-t border-line px-3 py-1.5 text-sm text-ink-2 md:px-5"
    >
      <span className="shrink-0 tabular-nums">
        Frame {at + 1} of {frames}
      </span>
      <input
        type="range"
        aria-label="Frame"
        min={1}
        max={frames}
        value={at + 1}
        onChange={({ target }) => onFrame(target.valueAsNumber - 1)}
        className="min-w-0 flex-1 accent-(--brand-ring) max-md:h-touch"
      />
    </label>
  );
}
