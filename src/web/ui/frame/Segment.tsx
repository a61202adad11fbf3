import type { ReactNode } from "react";
import { cx } from "../cx.ts";

interface SegmentOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** After the label. */
  end?: ReactNode;
  /** Shows only the icon; the label stays its name. */
  iconOnly?: boolean | undefined;
}

/** Switches between two or three views of the same data. */
export function Segment<Value extends string>({
  label,
  options,
  value,
  onChange,
  block,
}: {
  label: string;
  options: readonly SegmentOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  block?: boolean | undefined;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would make a form of a switch of views
    <div
      role="group"
      aria-label={label}
      className={cx(
        "gap-0.5 rounded-md bg-sunk p-0.75 max-md:flex-wrap max-md:p-0 print:hidden",
        block ? "flex" : "flex md:w-fit",
      )}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.iconOnly ? option.label : undefined}
          title={option.iconOnly ? option.label : undefined}
          onClick={() => onChange(option.value)}
          className={cx(
            "inline-flex min-h-[calc(var(--control)-6px)] items-center justify-center gap-1.5 rounded-sm font-medium md:whitespace-nowrap text-ink-2 transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-line-strong max-md:min-h-touch grow [&_svg]:size-4",
            option.iconOnly ? "px-2.5" : "px-3 max-md:px-2",
          )}
        >
          {option.icon}
          {!option.iconOnly && option.label}
          {option.end}
        </button>
      ))}
    </div>
  );
}
