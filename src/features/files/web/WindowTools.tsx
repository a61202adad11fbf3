import { type ChangeEvent, useId } from "react";
import { Select } from "#web/ui/inputs/Select.tsx";
import type { Shown, Window } from "./dicom/dicom-image.ts";

/** Level and width of the gray window: presets, sliders and numbers. */
export function WindowTools({
  windows,
  range,
  shown,
  onChange,
}: {
  windows: readonly Window[];
  /** Spans all values of the picture. */
  range: Window;
  shown: Shown;
  onChange: (next: Shown) => void;
}) {
  const index = windows.findIndex(({ level, width }) => level === shown.level && width === shown.width);
  const [low, high] = [range.level - range.width / 2, range.level + range.width / 2];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 max-md:w-full md:ml-auto">
      <div className="w-36 max-md:flex-1 max-md:basis-full">
        <Select
          aria-label="Window"
          value={index === -1 ? "own" : String(index)}
          options={[
            ...windows.map(({ label }, at) => ({ value: String(at), label })),
            { value: "own", label: "By hand", disabled: true },
          ]}
          onChange={({ target }) => {
            const picked = windows[Number(target.value)];
            if (picked) onChange({ ...shown, level: picked.level, width: picked.width });
          }}
        />
      </div>
      <Sliding
        label="Level"
        value={shown.level}
        least={Math.min(low, shown.level)}
        most={Math.max(high, shown.level)}
        onChange={(level) => onChange({ ...shown, level })}
      />
      <Sliding
        label="Width"
        value={shown.width}
        least={1}
        most={Math.max(range.width, shown.width, 2)}
        onChange={(width) => onChange({ ...shown, width: Math.max(1, width) })}
      />
    </div>
  );
}

function Sliding({
  label,
  value,
  least,
  most,
  onChange,
}: {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}) {
  const id = useId();
  const set = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.value !== "" && Number.isFinite(target.valueAsNumber)) onChange(target.valueAsNumber);
  };
  return (
    <div className="flex items-center gap-1.5 text-sm text-ink-2 max-md:w-full">
      <label htmlFor={id} className="w-9">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={Math.floor(least)}
        max={Math.ceil(most)}
        step={1}
        value={Math.round(value)}
        onChange={set}
        className="w-28 accent-(--brand-ring) max-md:h-touch max-md:flex-1"
      />
      <input
        type="number"
        aria-label={`${label}, as a number`}
        value={Math.round(value)}
        step={1}
        onChange={set}
        className="h-8 w-18 rounded-sm border border-line-control bg-surface px-1.5 text-right text-ink tabular-nums max-md:h-touch"
      />
    </div>
  );
}
