import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

/** A step of a sum: what it is, and the amount at the right edge. */
export const SumLine = ({
  label,
  hasRule = false,
  className,
  children,
}: {
  label: ReactNode;
  /** Between it and the line above. */
  hasRule?: boolean;
  className?: string | false | undefined;
  children: ReactNode;
}) => (
  <div
    className={cx(
      "flex justify-between gap-4",
      hasRule && "border-t border-line py-1.5 first:border-t-0",
      className,
    )}
  >
    <dt className="wrap-anywhere">{label}</dt>
    <dd className="whitespace-nowrap">{children}</dd>
  </div>
);
