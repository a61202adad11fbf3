import { Eye, EyeOff } from "lucide-react";
import { type ComponentPropsWithRef, useState } from "react";
import { cx } from "../cx.ts";
import { controlClass, insideButtonClass } from "./control-class.ts";
import { useFieldWiring } from "./field-context.ts";

/** A password, hidden until the eye is pressed. */
export function PasswordInput({ className, ...rest }: Omit<ComponentPropsWithRef<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const wiring = useFieldWiring(rest);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <input
        enterKeyHint="go"
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        {...wiring}
        type={shown ? "text" : "password"}
        className={cx(controlClass, "pr-10 max-md:pr-12", className)}
      />
      <button
        type="button"
        aria-label={shown ? "Hide password" : "Show password"}
        disabled={rest.disabled}
        onClick={() => setShown(!shown)}
        className={insideButtonClass}
      >
        <Icon />
      </button>
    </div>
  );
}
