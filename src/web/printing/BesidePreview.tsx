import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

/** The body of a wide dialog whose form is beside the page that it prints; on narrow screens the page is below. */
export const besidePreview =
  "p-0! min-[1100px]:grid min-[1100px]:grid-cols-[minmax(0,1fr)_24rem] min-[1100px]:grid-rows-[minmax(0,1fr)] min-[1100px]:overflow-hidden";
/** ms after the last key until the page is drawn again: laying it out at every key would delay typing. */
export const redrawMs = 180;

const column = "min-[1100px]:min-h-0 min-[1100px]:overflow-y-auto min-[1100px]:overscroll-contain";

export const FormColumn = ({
  label,
  className = "gap-4",
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) => (
  <section aria-label={label} className={cx(column, "grid content-start p-4 md:px-5", className)}>
    {children}
  </section>
);

export const PreviewColumn = ({ children }: { children: ReactNode }) => (
  <section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and holds nothing else to focus
    tabIndex={0}
    aria-label="Preview"
    className={cx(
      column,
      "border-line bg-sunk px-4 pt-3.5 pb-4 -outline-offset-2 max-[1099px]:border-t md:px-6 min-[1100px]:border-l",
    )}
  >
    <div className="mx-auto max-w-120">{children}</div>
  </section>
);
