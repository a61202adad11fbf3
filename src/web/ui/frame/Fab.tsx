import { type ReactNode, useEffect, useState } from "react";
import { cx } from "../cx.ts";

/**
 * The floating button of a page on desktops; less prominent when the page already has a primary button. Hidden while
 * the page scrolls down, so that no control of a row stays covered.
 */
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
  const isHidden = useScrolledDown();
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
        isHidden && "not-focus-visible:pointer-events-none not-focus-visible:opacity-0",
        className ?? "fixed right-6 bottom-6 low:static",
      )}
    >
      {icon}
      {!folded && label}
    </button>
  );
}

/** Scrolling less than this changes nothing. Pixels. */
const threshold = 8;

/** Whether the page was last scrolled down, and has not reached its end. */
function useScrolledDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    let last = scrollY;
    const onScroll = () => {
      if (Math.abs(scrollY - last) < threshold) return;
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - threshold;
      setDown(scrollY > last && !isAtEnd);
      last = scrollY;
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, []);
  return isDown;
}
