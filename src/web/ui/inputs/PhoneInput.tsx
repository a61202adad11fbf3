import { formatPhone, parsePhone } from "#shared/formats/phone.ts";
import { cx } from "../cx.ts";
import { controlClass } from "./control-class.ts";
import { type TypedInputProps, useTypedInput } from "./typed-value.ts";

const isE164 = (value: string) => /^\+\d{8,15}$/.test(value);

/** A phone number in any usual format; shown as +63 917 123 4567 on blur. Its value is E.164, "" or the typed text. */
export function PhoneInput(props: TypedInputProps) {
  const typed = useTypedInput(
    props,
    parsePhone,
    (known) => (isE164(known) ? formatPhone(known) : known),
    "Write a Philippine number, such as 0917 123 4567.",
  );
  return (
    <input
      enterKeyHint="done"
      placeholder="+63 917 123 4567"
      inputMode="tel"
      {...typed}
      type="tel"
      className={cx(controlClass, "tabular-nums", props.className)}
    />
  );
}
