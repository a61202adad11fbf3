import type { ComponentPropsWithRef, ReactNode } from "react";
import { type ButtonVariant, buttonClass, type SquareSize } from "./button-class.ts";
import { Spinner } from "./feedback/Spinner.tsx";

interface IconButtonProps extends Omit<ComponentPropsWithRef<"button">, "className" | "children"> {
  /** The name for screen readers and the tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant | undefined;
  size?: SquareSize | undefined;
  busy?: boolean | undefined;
  className?: string | undefined;
}

/** A square button with only an icon; its label is required. */
export function IconButton({
  label,
  icon,
  variant = "ghost",
  size,
  busy = false,
  className,
  type = "button",
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass({ variant, size, square: true, className })}
    >
      {busy ? <Spinner /> : icon}
    </button>
  );
}
