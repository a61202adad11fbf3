import type { ComponentPropsWithRef } from "react";
import { controlClass } from "./control-class.ts";
import { cx } from "./cx.ts";
import { useFieldWiring } from "./field-context.ts";

/** Several lines; grows with its text where the browser can. */
export function TextArea({ className, rows = 3, ...rest }: ComponentPropsWithRef<"textarea">) {
  const wiring = useFieldWiring(rest);
  return (
    <textarea
      {...rest}
      {...wiring}
      rows={rows}
      className={cx(controlClass, "max-h-96 min-h-18 resize-y py-2 field-sizing-content", className)}
    />
  );
}
