import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import { type ComponentPropsWithRef, useId } from "react";
import type { Flag } from "#shared/clinical/vital-sign-flags.ts";
import { cx } from "../cx.ts";
import { controlClass } from "./control-class.ts";
import { useFieldWiring } from "./field-context.ts";

const flags = {
  ok: { Icon: Check, text: "text-ok", field: "" },
  amber: {
    Icon: TriangleAlert,
    text: "text-warn",
    field: "border-warn-solid! inset-ring-1 inset-ring-warn-solid",
  },
  red: { Icon: CircleAlert, text: "font-medium text-bad", field: "border-bad! inset-ring-1 inset-ring-bad" },
};

interface UnitInputProps extends ComponentPropsWithRef<"input"> {
  /** Inside at the right: bpm, °C, mmHg. */
  unit: string;
  /** The value's flag, below the field. It never blocks saving. */
  flag?: Flag | undefined;
  /** Below the field, where there is no flag: "BMI 25.0". */
  note?: string | undefined;
  /** At the right below the field: the value before, "was 84". */
  was?: string | undefined;
}

/** A measured value with its unit. Accepts the props of `register`. */
export function UnitInput({ unit, flag, note, was, className, ...rest }: UnitInputProps) {
  const ownId = useId();
  const wiring = useFieldWiring({
    ...rest,
    "aria-describedby": cx(
      rest["aria-describedby"],
      `${ownId}-unit`,
      (flag || note || was) && `${ownId}-below`,
    ),
  });
  const look = flag && flags[flag.level];
  return (
    <>
      <div className="relative">
        <input
          enterKeyHint="done"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          {...rest}
          {...wiring}
          className={cx(controlClass, "pr-15 tabular-nums", look?.field, className)}
        />
        <span
          id={`${ownId}-unit`}
          className="pointer-events-none absolute inset-y-0 right-2.75 flex items-center text-sm text-ink-3"
        >
          {unit}
        </span>
      </div>
      {(flag || note || was) && (
        <div id={`${ownId}-below`} className="flex flex-wrap justify-between gap-x-2 text-sm/4.5 text-ink-3">
          {flag && look ? (
            <p className={cx("flex items-start gap-1.5", look.text)}>
              <look.Icon className="mt-px shrink-0" />
              <span>{flag.text}</span>
            </p>
          ) : (
            note && <p>{note}</p>
          )}
          {was && <p className="ml-auto text-xs/4.5 tabular-nums max-md:ml-0">{was}</p>}
        </div>
      )}
    </>
  );
}
