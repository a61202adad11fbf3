import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";

type ShareLine = {
  label: string;
  value: ReactNode;
  percent: string;
  /** A background class; without one an empty square, for a line that is not part of the bar. */
  colour?: string;
  /** Below the label. */
  note?: ReactNode;
};

/** A bar's legend with figures. */
export function ShareLines({ lines }: { lines: readonly ShareLine[] }) {
  return (
    <dl className="mt-2 tabular-nums">
      {lines.map(({ label, value, percent, colour, note }) => (
        <div
          key={label}
          className="grid grid-cols-[1rem_minmax(0,1fr)_auto_3.25rem] items-baseline gap-x-2 border-t border-line py-1.5 first:border-t-0"
        >
          <span
            aria-hidden="true"
            className={cx(
              "size-2.75 rounded-[3px] print-color-exact",
              colour ?? "border-[1.5px] border-ink-3",
            )}
          />
          <dt>
            {label}
            {note !== undefined && <span className="block text-sm text-ink-3">{note}</span>}
          </dt>
          <dd className="font-medium">{value}</dd>
          <dd className="text-right text-ink-2">{percent}</dd>
        </div>
      ))}
    </dl>
  );
}
