import type { ComponentPropsWithRef } from "react";
import { cx } from "../cx.ts";
import { controlClass } from "./control-class.ts";
import { useFieldWiring } from "./field-context.ts";

/** One line of text. Accepts the props of `register`. */
export function TextInput({ className, type = "text", ...rest }: ComponentPropsWithRef<"input">) {
  const wiring = useFieldWiring(rest);
  return <input {...rest} {...wiring} type={type} className={cx(controlClass, className)} />;
}
