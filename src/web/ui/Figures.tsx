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
 * stacked when one of them is long. `slim`, above a list: the number at the left, label and note at its right.
 */
export function Figures({
  items,
  slim = false,
  className,
}: {
  items: readonly Figure[];
  slim?: boolean;
  className?: string | undefined;
}) {
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
            "border-line md:border-l md:first:border-l-0",
            slim
              ? "py-2 md:px-4 xl:grid xl:min-h-13 xl:grid-cols-[auto_minmax(0,1fr)] xl:content-center xl:gap-x-3"
              : "@container flex flex-col py-3 md:px-5 md:py-4",
            {
              "two by two": "px-4 max-md:odd:border-r max-md:not-nth-[-n+2]:border-t",
              three: "px-3 max-md:not-first:border-l",
              stacked: "px-4 max-md:not-first:border-t",
            }[onPhone],
          )}
        >
          <dt
            className={cx(
              "text-sm text-ink-2",
              slim && cx("xl:col-start-2 xl:self-center", note === undefined && "xl:row-span-2"),
            )}
          >
            {label}
          </dt>
          <dd
            className={cx(
              "font-strong tracking-fig tabular-nums",
              slim
                ? "inline text-xl xl:col-start-1 xl:row-span-2 xl:row-start-1 xl:self-center xl:text-2xl"
                : "text-2xl md:text-fig",
            )}
          >
            {typeof value === "string" && !slim ? (
              <span style={{ fontSize: fitting(value) }}>{value}</span>
            ) : (
              value
            )}
          </dd>
          {note !== undefined && (
            <dd
              className={cx("text-ink-3", slim ? "ml-0.5 inline text-xs xl:col-start-2 xl:ml-0" : "text-sm")}
            >
              {/* Beside the value the two would be one word, which breaks anywhere. */}
              {slim && " "}
              {note}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
