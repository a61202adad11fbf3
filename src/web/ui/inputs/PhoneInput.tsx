import type { ComponentPropsWithRef } from "react";
import { formatPhone, parsePhone } from "#shared/formats/phone.ts";
import { cx } from "../cx.ts";
import { controlClass } from "./control-class.ts";
import { useFieldWiring } from "./field-context.ts";
import { type TypedValueProps, useTypedValue } from "./typed-value.ts";

type PhoneInputProps = TypedValueProps & Omit<ComponentPropsWithRef<"input">, keyof TypedValueProps | "type">;

const isE164 = (value: string) => /^\+\d{8,15}$/.test(value);

/** A phone number in any usual format; shown as +63 917 123 4567 on blur. Its value is E.164, "" or the typed text. */
export function PhoneInput({
  className,
  name,
  value,
  defaultValue,
  onChange,
  onBlur,
  onValue,
  ref,
  ...rest
}: PhoneInputProps) {
  const typed = useTypedValue(
    { name, value, defaultValue, onChange, onBlur, onValue, ref },
    parsePhone,
    (known) => (isE164(known) ? formatPhone(known) : known),
    "Write a Philippine number, such as 0917 123 4567.",
  );
  return (
    <input
      enterKeyHint="done"
      placeholder="+63 917 123 4567"
      // Somebody else's number: the browser would offer the user's own.
      autoComplete="off"
      inputMode="tel"
      {...rest}
      {...useFieldWiring(rest)}
      ref={typed.input}
      name={name}
      type="tel"
      value={typed.text}
      onChange={(event) => typed.write(event.target.value)}
      onBlur={typed.leave}
      className={cx(controlClass, "tabular-nums", className)}
    />
  );
}
