import type { ReactNode } from "react";
import { cx } from "../cx.ts";

export interface ChartLine {
  label: string;
  /** null, undefined and "" are shown as "Not specified". */
  value: ReactNode;
}

/** The layout of a chart: labels in a left column, values at the right. */
export function ChartList({
  lines,
  ruled,
  margin,
  className,
}: {
  lines: readonly ChartLine[];
  /** Hairlines between the lines. */
  ruled?: boolean | undefined;
  /** Another width of the left column, such as "5.25rem". */
  margin?: string | undefined;
  className?: string | undefined;
}) {
  return (
    <dl
      className={className}
      style={margin === undefined ? undefined : { ["--margin-col" as string]: margin }}
    >
      {lines.map(({ label, value }) => (
        <div
          key={label}
          className={cx(
            "grid grid-cols-[var(--margin-col)_minmax(0,1fr)] gap-4",
            ruled ? "border-t border-line py-1.75 first:border-t-0" : "py-1",
          )}
        >
          <dt className="text-sm text-ink-3">{label}</dt>
          <dd className="wrap-anywhere">
            {value === null || value === undefined || value === "" ? (
              <span className="text-ink-3">Not specified</span>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
