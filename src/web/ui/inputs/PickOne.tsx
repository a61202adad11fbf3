import { type ReactNode, useId } from "react";
import { cx } from "../cx.ts";
import { checkClass } from "./Checkbox.tsx";

interface PickOption {
  value: string;
  /** Before the label: a letter, initials. */
  mark?: ReactNode;
  label: ReactNode;
  hint?: ReactNode;
  /** At the right, a second line under it. */
  side?: ReactNode;
  sideHint?: ReactNode;
}

/** One of several lines, each a whole row: a doctor, a record, a time. */
export function PickOne({
  label,
  hideLabel = false,
  options,
  value,
  onChange,
}: {
  label: string;
  hideLabel?: boolean;
  options: readonly PickOption[];
  value: string;
  onChange: (value: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={hideLabel ? "sr-only" : "mb-1 text-sm font-medium"}>{label}</legend>
      <div className="overflow-hidden rounded-md border border-line-control bg-surface">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              "relative flex min-h-13 flex-wrap items-center gap-x-3 gap-y-0.5 border-t border-line px-3 py-2 first:border-t-0",
              option.value === value &&
                "bg-brand-wash before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-brand-ring",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className={cx(checkClass, "rounded-full")}
            />
            {option.mark}
            <span className="min-w-0 flex-1 basis-32">
              <span className="block font-medium text-balance wrap-anywhere">{option.label}</span>
              {option.hint && <span className="block text-xs text-ink-3 wrap-anywhere">{option.hint}</span>}
            </span>
            {option.side && (
              <span className="ml-auto text-right text-sm tabular-nums">
                {option.side}
                {option.sideHint && <span className="block text-xs text-ink-3">{option.sideHint}</span>}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
