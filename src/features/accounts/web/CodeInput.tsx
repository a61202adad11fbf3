import type { ComponentPropsWithRef } from "react";
import { cx } from "#web/ui/cx.ts";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

/** Six digits from an authenticator app. Submits its form at the sixth; spaces in a pasted code are removed. */
export function CodeInput({ className, onChange, ...rest }: ComponentPropsWithRef<"input">) {
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      onChange={(event) => {
        const control = event.currentTarget;
        const digits = control.value.replaceAll(/\D/g, "").slice(0, 6);
        if (control.value !== digits) control.value = digits;
        onChange?.(event);
        if (digits.length === 6) control.form?.requestSubmit();
      }}
      className={cx(
        "h-13 text-center indent-[0.4em] text-xl font-strong tracking-[0.4em] tabular-nums",
        className,
      )}
    />
  );
}
