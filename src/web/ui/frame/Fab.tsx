import type { ReactNode } from "react";
import { cx } from "../cx.ts";

/** The floating act at the foot of a desk's page; a quiet circle where the page already has a filled button. */
export function Fab({
  label,
  icon,
  onPress,
  folded,
  className,
}: {
  label: string;
  icon: ReactNode;
  onPress: () => void;
  folded?: boolean | undefined;
  className?: string | undefined;
}) {
  return (
    <button
      type="button"
      data-print="no"
      onClick={onPress}
      aria-label={folded ? label : undefined}
      title={folded ? label : undefined}
      className={cx(
        "z-bar inline-flex min-h-touch items-center justify-center gap-2 rounded-full border font-medium shadow-menu max-md:hidden [&_svg]:size-4.5",
        folded
          ? "w-touch border-line-button bg-surface text-ink hover:bg-sunk"
          : "border-brand-ring bg-brand pr-4.5 pl-3.5 text-brand-on hover:bg-brand-hover",
        className ?? "fixed right-6 bottom-6",
      )}
    >
      {icon}
      {!folded && label}
    </button>
  );
}
