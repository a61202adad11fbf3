import { cx } from "#web/ui/cx.ts";

export type Share = {
  label: string;
  /** Percent. */
  percent: number;
  /** A background class. */
  colour: string;
};

/** Shares of a whole in one bar, without the legend. Nothing has no bar. */
export function ShareBar({ shares }: { shares: readonly Share[] }) {
  const drawn = shares.filter(({ percent }) => percent > 0);
  if (drawn.length === 0) return null;
  return (
    <div
      aria-hidden="true"
      className="flex h-7 gap-0.5 overflow-hidden rounded-md bg-sunk print:border print:border-line"
    >
      {drawn.map(({ label, percent, colour }) => (
        <span
          key={label}
          className={cx("min-w-1 print-color-exact", colour)}
          style={{ flex: `${percent} 0 0px` }}
        />
      ))}
    </div>
  );
}
