import type { ComponentPropsWithRef } from "react";
import { cx } from "../cx.ts";
import { controlClass } from "./control-class.ts";
import { useFieldWiring } from "./field-context.ts";

interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

interface SelectProps extends ComponentPropsWithRef<"select"> {
  /** Plain words, or value and label. `children` may contain `<option>`s instead. */
  options?: readonly (string | SelectOption)[] | undefined;
  /** A first, empty choice: "Select status". */
  placeholder?: string | undefined;
}

/** The browser's own select, styled: phones show their native list. */
export function Select({ className, options, placeholder, children, ...rest }: SelectProps) {
  const wiring = useFieldWiring(rest);
  return (
    <select {...rest} {...wiring} className={cx(controlClass, "select-arrow pr-9", className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options?.map((option) => {
        const { value, label, disabled } =
          typeof option === "string" ? { value: option, label: option, disabled: undefined } : option;
        return (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        );
      })}
      {children}
    </select>
  );
}
