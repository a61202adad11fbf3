import { Search, X } from "lucide-react";
import { type ComponentPropsWithRef, type Ref, useImperativeHandle, useRef } from "react";
import { cx } from "../cx.ts";
import { Spinner } from "../feedback/Spinner.tsx";
import { controlClass, insideButtonClass } from "./control-class.ts";

interface SearchInputProps
  extends Omit<ComponentPropsWithRef<"input">, "type" | "value" | "onChange" | "className" | "ref"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  busy?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  className?: string | undefined;
}

/** Search as you type, with a clear button; Esc clears too. */
export function SearchInput({ label, value, onChange, busy, ref, className, ...rest }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement, []);
  const clear = () => {
    onChange("");
    input.current?.focus();
  };
  return (
    <div className={cx("relative min-w-0", className)}>
      <span className="pointer-events-none absolute inset-y-0 left-2.75 grid place-items-center text-ink-3">
        {busy ? <Spinner /> : <Search />}
      </span>
      <input
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          rest.onKeyDown?.(event);
          if (event.key !== "Escape" || value === "") return;
          // The first Esc clears the field, the next one may close the surrounding dialog.
          event.stopPropagation();
          event.preventDefault();
          clear();
        }}
        className={cx(controlClass, "pr-10 pl-8.5 [&::-webkit-search-cancel-button]:hidden")}
      />
      {value !== "" && (
        <button type="button" aria-label="Clear search" onClick={clear} className={insideButtonClass}>
          <X />
        </button>
      )}
    </div>
  );
}
