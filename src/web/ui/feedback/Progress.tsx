import { cx } from "../cx.ts";

/** A progress bar. `value` from 0 to 1; without it the bar is indeterminate. */
export function Progress({
  label,
  value,
  className,
}: {
  label: string;
  value?: number | undefined;
  className?: string | undefined;
}) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx("h-1.5 overflow-hidden rounded-full bg-sunk", className)}
    >
      {percent === undefined ? (
        <div className="skeleton h-full" />
      ) : (
        <div
          className="h-full rounded-full bg-brand-ring transition-[width]"
          style={{ width: `${percent}%` }}
        />
      )}
    </div>
  );
}
