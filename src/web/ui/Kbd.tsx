import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** One key, as in menus and the `/` hint. Not shown on phones. */
export function Kbd({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <kbd
      className={cx(
        "hidden min-w-4.5 rounded-[4px] border border-b-2 border-line-strong bg-surface px-1.25 text-center font-sans text-2xs/4 font-medium text-ink-3 md:inline-block",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
