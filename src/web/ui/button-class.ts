import { cx } from "./cx.ts";

/** `onBrand` is for the clinic's color as background. */
export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "dangerSolid" | "link" | "onBrand";
export type ButtonSize = "sm" | "md" | "lg";
/** `xs` is for the icons at the end of a table row, 26 px on desks. */
export type SquareSize = ButtonSize | "xs";

const variants: Record<ButtonVariant, string> = {
  primary: "border-brand-ring bg-brand text-brand-on hover:bg-brand-hover",
  secondary: "border-line-button bg-surface text-ink hover:bg-sunk",
  ghost: "border-transparent text-ink-2 hover:bg-sunk hover:text-ink",
  danger: "border-bad bg-surface text-bad hover:bg-bad-bg",
  dangerSolid: "border-bad bg-bad text-white hover:bg-bad-solid",
  onBrand: "border-current/60 focus-visible:outline-current",
  link: "border-transparent text-brand-text underline decoration-current/35 underline-offset-3 hover:decoration-current",
};

const sizes: Record<ButtonSize, string> = {
  sm: "min-h-control-sm gap-1.5 rounded-sm px-2.5 text-md md:text-sm",
  md: "min-h-control gap-2 rounded-md px-3.25 text-field",
  lg: "min-h-touch gap-2 rounded-md px-4.5 text-lg",
};

const squares: Record<SquareSize, string> = {
  xs: "size-6.5 rounded-sm max-md:size-touch",
  sm: "size-control-sm rounded-sm",
  md: "size-control rounded-md",
  lg: "size-touch rounded-md",
};

// A disabled button looks the same in every variant that has a box.
const off =
  "disabled:border-line-strong disabled:bg-sunk disabled:text-ink-disabled disabled:hover:bg-sunk disabled:hover:text-ink-disabled";
const offPlain = "disabled:text-ink-disabled disabled:hover:bg-transparent";

interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: SquareSize | undefined;
  square?: boolean | undefined;
  block?: boolean | undefined;
  className?: string | undefined;
}

/** The classes of a button, for a link or a trigger that must look like one. It is an act, and is not printed. */
export function buttonClass({
  variant = "secondary",
  size = "md",
  square,
  block,
  className,
}: ButtonLook): string {
  return cx(
    "relative inline-flex shrink-0 items-center justify-center border font-medium whitespace-nowrap no-underline transition-colors print:hidden",
    variants[variant],
    variant === "link"
      ? cx(
          "min-h-6 rounded-sm max-md:min-h-touch",
          size === "sm" ? "text-sm" : "text-field",
          "gap-1.5 disabled:text-ink-disabled",
        )
      : cx(square ? squares[size] : sizes[size === "xs" ? "sm" : size], variant === "ghost" ? offPlain : off),
    block && "w-full max-md:whitespace-normal",
    className,
  );
}
