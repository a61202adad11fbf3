import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { cx } from "../cx.ts";

interface CheckboxProps extends Omit<ComponentPropsWithRef<"input">, "type" | "children"> {
  label: ReactNode;
  hint?: ReactNode;
}

export const checkClass =
  "tick-mark mt-px size-check shrink-0 border border-line-control bg-surface checked:border-brand-ring checked:bg-brand disabled:border-line-strong disabled:bg-sunk disabled:checked:bg-quiet-solid aria-invalid:border-bad";

/** A checkbox with its label. Accepts the props of `register`. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <label
        className={cx(
          "flex min-h-6 items-start gap-2.5 py-0.5 max-md:min-h-touch max-md:items-center",
          rest.disabled && "cursor-not-allowed text-ink-3",
        )}
      >
        <input
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          {...rest}
          type="checkbox"
          className={cx(checkClass, "rounded-[5px] max-md:mt-0")}
        />
        <span>{label}</span>
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="pl-7 text-sm/4.5 text-ink-3 max-md:pl-8">
          {hint}
        </p>
      )}
    </div>
  );
}
