import type { ReactNode, Ref } from "react";
import { cx } from "../cx.ts";

/** The listbox below a field, of which the field's keys highlight and choose an option. The field keeps the focus. */
export function OptionList<Option>({
  id,
  label,
  options,
  keyOf,
  marked,
  onChoose,
  ref,
  children,
}: {
  /** `aria-controls` of the field is `${id}-list`, `aria-activedescendant` `${id}-${marked}`. */
  id: string;
  label: string;
  /** Hidden without any. */
  options: readonly Option[];
  keyOf: (option: Option) => string;
  /** The index of the highlighted option. */
  marked: number | null;
  onChoose: (option: Option) => void;
  ref?: Ref<HTMLDivElement>;
  children: (option: Option) => ReactNode;
}) {
  return (
    <div
      ref={ref}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      hidden={options.length === 0}
      className="absolute top-full left-0 z-1 mt-1 max-h-80 w-full min-w-64 overflow-x-hidden overflow-y-auto rounded-md border border-line-strong bg-surface py-1 shadow-menu"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
        <div
          key={keyOf(option)}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={cx(
            "flex cursor-pointer items-baseline gap-3 px-3 py-1.5 max-md:min-h-touch",
            index === marked ? "bg-brand-wash" : "hover:bg-paper",
          )}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
}
