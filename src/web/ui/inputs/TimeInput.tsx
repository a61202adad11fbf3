import { clockInWords, minuteOf } from "#shared/calendar/hours.ts";
import { clockTyped } from "#shared/calendar/typed-clock.ts";
import { cx } from "../cx.ts";
import { controlClass } from "./control-class.ts";
import { type TypedInputProps, useTypedInput } from "./typed-value.ts";

const shown = (clock: string) =>
  minuteOf(clock) === null || clock === "24:00" ? clock : clockInWords(clock);

/** A time of day as people type it: "3pm", "3:30 PM", "15:30". Its value is "15:30", "" or the typed text. */
export function TimeInput(props: TypedInputProps) {
  const typed = useTypedInput(props, clockTyped, shown, "Write the time with AM or PM, such as 3:30 PM.");
  return (
    <input
      placeholder="3:30 PM"
      {...typed}
      type="text"
      maxLength={10}
      className={cx(controlClass, "tabular-nums", props.className)}
    />
  );
}
