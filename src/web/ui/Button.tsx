import type { ComponentPropsWithRef, ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.ts";
import { cx } from "./cx.ts";
import { Spinner } from "./feedback/Spinner.tsx";

interface ButtonProps extends Omit<ComponentPropsWithRef<"button">, "className"> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  /** While true the button keeps its size, shows a spinner and ignores clicks. */
  busy?: boolean | undefined;
  /** The label while busy, such as "Saving…"; the normal one by default. */
  busyLabel?: string | undefined;
  block?: boolean | undefined;
  className?: string | undefined;
}

/** A button with text. One `primary` on a screen; all others `secondary`, `ghost` or `link`. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  busyLabel,
  block,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  const layer = "col-start-1 row-start-1 inline-flex items-center justify-center";
  const gap = size === "sm" ? "gap-1.5" : "gap-2";
  return (
    <button
      {...rest}
      type={type}
      // aria-disabled instead of disabled: focus stays on the button while it works.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass({ variant, size, block, className })}
    >
      {/* Both labels are in one grid cell, so the wider of the two determines the width. */}
      <span className="inline-grid">
        <span className={cx(layer, gap, busy && "invisible")} aria-hidden={busy || undefined}>
          {icon}
          {children}
        </span>
        {busyLabel === undefined && !busy ? null : (
          <span className={cx(layer, gap, !busy && "invisible")} aria-hidden={!busy || undefined}>
            <Spinner />
            {busyLabel ?? children}
          </span>
        )}
      </span>
    </button>
  );
}
