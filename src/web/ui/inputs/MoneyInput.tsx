import type { ComponentPropsWithRef } from "react";
import { formatMoney, parseMoney } from "#shared/formats/money.ts";
import { cx } from "../cx.ts";
import { controlClass } from "./control-class.ts";
import { useFieldWiring } from "./field-context.ts";
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
  const typed = useTypedValue(
    { name, value, defaultValue, onChange, onBlur, onValue, ref },
    parseMoney,
    (known) => (known !== "" && parseMoney(known) !== null ? formatMoney(known).replace("₱", "") : known),
    "Write the amount in numbers, such as 1,500.00.",
  );
  return (
    <div className="relative">
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-2.75 grid place-items-center text-sm text-ink-3"
      >
        ₱
      </span>
      <input
        enterKeyHint="done"
        placeholder="0.00"
        inputMode="decimal"
        autoComplete="off"
        {...rest}
        {...useFieldWiring(rest)}
        ref={typed.input}
        name={name}
        type="text"
        value={typed.text}
        onChange={(event) => typed.write(event.target.value)}
        onBlur={typed.leave}
        className={cx(controlClass, "pl-8.5 text-right tabular-nums", className)}
      />
    </div>
  );
}
