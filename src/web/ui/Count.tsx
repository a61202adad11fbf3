import { cx } from "./cx.ts";

/** A number in a small pill; 99+ above 99 unless `exact`. */
export function Count({
  value,
  exact,
  className,
}: {
  value: number;
  exact?: boolean | undefined;
  className?: string | undefined;
}) {
  return (
    <span
      className={cx(
        "inline-block min-w-4.5 shrink-0 rounded-full bg-sunk px-1.25 text-center text-xs/4.5 font-medium text-ink-2 tabular-nums",
        className,
      )}
    >
      {value > 99 && !exact ? "99+" : value}
    </span>
  );
}
