import type { ComponentPropsWithRef } from "react";
import { clockInWords, minuteOf } from "#shared/calendar/hours.ts";
import { clockTyped } from "#shared/calendar/typed-clock.ts";
import { cx } from "../cx.ts";
import { controlClass } from "./control-class.ts";
import { useFieldWiring } from "./field-context.ts";
import { type TypedValueProps, useTypedValue } from "./typed-value.ts";

type TimeInputProps = TypedValueProps & Omit<ComponentPropsWithRef<"input">, keyof TypedValueProps | "type">;

const shown = (clock: string) =>
  minuteOf(clock) === null || clock === "24:00" ? clock : clockInWords(clock);

/** A time of day as people type it: "3pm", "3:30 PM", "15:30". Its value is "15:30", "" or the typed text. */
export function TimeInput({
  className,
  name,
  value,
  defaultValue,
  onChange,
  onBlur,
  onValue,
  ref,
  ...rest
}: TimeInputProps) {
  const typed = useTypedValue(
    { name, value, defaultValue, onChange, onBlur, onValue, ref },
    clockTyped,
    shown,
    "Write the time with AM or PM, such as 3:30 PM.",
  );
  return (
    <input
      placeholder="3:30 PM"
      autoComplete="off"
      {...rest}
      {...useFieldWiring(rest)}
      ref={typed.input}
      name={name}
      type="text"
      maxLength={10}
      value={typed.text}
      onChange={(event) => typed.write(event.target.value)}
      onBlur={typed.leave}
      className={cx(controlClass, "tabular-nums", className)}
    />
  );
}
