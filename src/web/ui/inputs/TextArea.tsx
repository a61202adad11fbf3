import type { ComponentPropsWithRef } from "react";
import { cx } from "../cx.ts";
import { areaClass } from "./control-class.ts";
import { useFieldWiring } from "./field-context.ts";

/** Several lines; grows with its text where browsers support it. */
export function TextArea({ className, rows = 3, ...rest }: ComponentPropsWithRef<"textarea">) {
  const wiring = useFieldWiring(rest);
  return (
    <textarea
      {...rest}
      {...wiring}
      rows={rows}
      className={cx(areaClass, "max-h-96 resize-y field-sizing-content", className)}
    />
  );
}
