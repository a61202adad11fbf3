import { formatAmount, parseMoney } from "#shared/formats/money.ts";
import { cx } from "../cx.ts";
import { controlClass } from "./control-class.ts";
import { type TypedInputProps, useTypedInput } from "./typed-value.ts";

/** An amount in pesos, right-aligned after ₱. Its value is a decimal string ("1234.50"), "" or the typed text. */
export function MoneyInput(props: TypedInputProps) {
  const typed = useTypedInput(
    props,
    parseMoney,
    (known) => (known !== "" && parseMoney(known) !== null ? formatAmount(known) : known),
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
        {...typed}
        type="text"
        className={cx(controlClass, "pl-8.5 text-right tabular-nums", props.className)}
      />
    </div>
  );
}
