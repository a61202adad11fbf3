import { type ComponentPropsWithRef, useState } from "react";
import { formatMoney, parseMoney } from "#shared/formats/money.ts";
import { cx } from "../cx.ts";
import { controlClass } from "./control-class.ts";
import { useFieldWiring, useReportProblem } from "./field-context.ts";
import { type TypedValueProps, useTypedValue } from "./typed-value.ts";

type MoneyInputProps = TypedValueProps & Omit<ComponentPropsWithRef<"input">, keyof TypedValueProps | "type">;

/** An amount in pesos, right-aligned after ₱. Its value is a decimal string ("1234.50"), "" or the typed text. */
export function MoneyInput({
  className,
  name,
  value,
  defaultValue,
  onChange,
  onBlur,
  onValue,
  ref,
  ...rest
}: MoneyInputProps) {
  const [left, setLeft] = useState(true);
  const typed = useTypedValue(
    { name, value, defaultValue, onChange, onBlur, onValue, ref },
    parseMoney,
    (known) => (known !== "" && parseMoney(known) !== null ? formatMoney(known).replace("₱", "") : known),
  );
  const wrong = typed.value !== "" && parseMoney(typed.value) === null;
  useReportProblem(left && wrong ? "Write the amount in numbers, such as 1,500.00." : undefined);
  return (
    <div className="relative">
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-2.75 grid place-items-center text-sm text-ink-3"
      >
        ₱
      </span>
      <input
        placeholder="0.00"
        inputMode="decimal"
        autoComplete="off"
        {...rest}
        {...useFieldWiring(rest)}
        ref={typed.input}
        name={name}
        type="text"
        value={typed.text}
        onChange={(event) => {
          setLeft(false);
          typed.write(event.target.value);
        }}
        onBlur={() => {
          setLeft(true);
          typed.leave();
        }}
        className={cx(controlClass, "pl-8.5 text-right tabular-nums", className)}
      />
    </div>
  );
}
