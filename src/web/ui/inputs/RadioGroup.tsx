import { type ChangeEventHandler, type FocusEventHandler, type ReactNode, type Ref, useId } from "react";
import { cx } from "../cx.ts";
import { checkClass } from "./Checkbox.tsx";
import { FieldError, RequiredMark } from "./Field.tsx";

interface RadioOption {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean | undefined;
}

export interface RadioGroupProps {
  label: ReactNode;
  options: readonly (string | RadioOption)[];
  /** Omit with `register`. */
  value?: string | undefined;
  defaultValue?: string | undefined;
  name?: string | undefined;
  onChange?: ChangeEventHandler<HTMLInputElement> | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Side by side, for two or three short labels. */
  inline?: boolean | undefined;
}

/** A choice of a few. Accepts the props of `register`. */
export function RadioGroup({
  label,
  options,
  value,
  defaultValue,
  name,
  onChange,
  onBlur,
  ref,
  hint,
  error,
  required,
  disabled,
  inline,
}: RadioGroupProps) {
  const id = useId();
  const described = cx(hint !== undefined && `${id}-hint`, error && `${id}-error`) || undefined;
  return (
    <fieldset className="min-w-0" aria-describedby={described} disabled={disabled}>
      <legend className="mb-1 text-sm font-medium">
        {label}
        {required && <RequiredMark />}
      </legend>
      <div className={inline ? "flex flex-wrap gap-x-5" : "grid"}>
        {options.map((given) => {
          const option: RadioOption = typeof given === "string" ? { value: given, label: given } : given;
          return (
            <label
              key={option.value}
              className="flex min-h-6 items-start gap-2.5 py-0.5 max-md:min-h-touch max-md:items-center"
            >
              <input
                type="radio"
                ref={ref}
                name={name ?? id}
                value={option.value}
                disabled={option.disabled}
                required={required}
                aria-invalid={error ? true : undefined}
                onChange={onChange}
                onBlur={onBlur}
                {...(value === undefined
                  ? { defaultChecked: defaultValue === option.value }
                  : { checked: value === option.value })}
                className={cx(checkClass, "rounded-full max-md:mt-0")}
              />
              <span>
                {option.label}
                {option.hint !== undefined && (
                  <span className="block text-sm/4.5 text-ink-3">{option.hint}</span>
                )}
              </span>
            </label>
          );
        })}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-sm/4.5 text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <div className="mt-1">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}
