import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface Figure {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

/** Amounts of a busy year are long: in a narrow strip the font shrinks, so that they never overlap. */
const fitting = (value: string) => `min(1em, ${(100 / (0.64 * value.length)).toFixed(1)}cqi)`;

/** Longer ones do not fit a third of a phone. Characters. */
const longInThree = 9;

/**
 * Numbers to compare, in one strip: label above, hairlines between. Two by two on phones, three side by side, or
 * stacked when one of them is long.
 */
export function Figures({ items, className }: { items: readonly Figure[]; className?: string | undefined }) {
  const isLong = items.some(({ value }) => typeof value === "string" && value.length > longInThree);
  const onPhone = items.length !== 3 ? "two by two" : isLong ? "stacked" : "three";
  return (
    <dl
      className={cx(
        "grid rounded-md border border-line bg-surface md:auto-cols-fr md:grid-flow-col md:grid-cols-none",
        { "two by two": "grid-cols-2", three: "grid-cols-3", stacked: "grid-cols-1" }[onPhone],
        className,
      )}
    >
      {items.map(({ label, value, note }) => (
        <div
          key={label}
          className={cx(
            "@container flex flex-col border-line py-3 md:border-l md:px-5 md:py-4 md:first:border-l-0",
            {
              "two by two": "px-4 max-md:odd:border-r max-md:not-nth-[-n+2]:border-t",
              three: "px-3 max-md:not-first:border-l",
              stacked: "px-4 max-md:not-first:border-t",
            }[onPhone],
          )}
        >
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="text-2xl font-strong tracking-fig tabular-nums md:text-fig">
            {typeof value === "string" ? <span style={{ fontSize: fitting(value) }}>{value}</span> : value}
          </dd>
          {note !== undefined && <dd className="text-sm text-ink-3">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
